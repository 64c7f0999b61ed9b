import { queryOptions } from '@tanstack/react-query'
import { getOutgoingState } from '../../../contract/endpoints/holds.ts'
import { call } from '../../lib/api.ts'

/** The hold or stop of the member's own withdrawals and transfers. */
export const outgoingStateQuery = queryOptions({
  queryKey: [getOutgoingState.id],
  queryFn: ({ signal }) => call(getOutgoingState, {}, { signal }),
  meta: { topics: ['profile', 'session'], isPublic: false },
})
