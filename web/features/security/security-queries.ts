import { queryOptions } from '@tanstack/react-query'
import { listSessions } from '../../../contract/endpoints/sessions.ts'
import { getTwoFactor } from '../../../contract/endpoints/two-factor.ts'
import { call } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { sessionQuery } from '../../lib/session.ts'

export const twoFactorQuery = queryOptions({
  queryKey: [getTwoFactor.id],
  queryFn: ({ signal }) => call(getTwoFactor, {}, { signal }),
  meta: { topics: ['session'], isPublic: false },
})

export const sessionsQuery = queryOptions({
  queryKey: [listSessions.id],
  queryFn: ({ signal }) => call(listSessions, {}, { signal }),
  meta: { topics: ['session'], isPublic: false },
})

/** Reads the second factor and the session again, as the session also tells if the factor is on. */
export function readTwoFactorAgain(): void {
  for (const { queryKey } of [twoFactorQuery, sessionQuery]) void queryClient.invalidateQueries({ queryKey })
}
