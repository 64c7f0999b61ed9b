import { queryOptions } from '@tanstack/react-query'
import { listPasskeys } from '../../../contract/endpoints/passkeys.ts'
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

export const passkeysQuery = queryOptions({
  queryKey: [listPasskeys.id],
  queryFn: ({ signal }) => call(listPasskeys, {}, { signal }),
  meta: { topics: ['session'], isPublic: false },
})

export const sessionsQuery = queryOptions({
  queryKey: [listSessions.id],
  queryFn: ({ signal }) => call(listSessions, {}, { signal }),
  meta: { topics: ['session'], isPublic: false },
})

/** Reads the second factors and the session again, as the session also tells which there are. */
export function readTwoFactorAgain(): void {
  for (const { queryKey } of [twoFactorQuery, passkeysQuery, sessionQuery])
    void queryClient.invalidateQueries({ queryKey })
}
