import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Topic } from '../../../../contract/events.ts'
import { getReferralSummary, listReferrals } from '../../../../contract/endpoints/referrals.ts'
import type { ReferralStatus } from '../../../../contract/referrals.ts'
import { call } from '../../../lib/api.ts'

// A friend's progress shows in the friend's requests, and in the coins of the reward.
const topics: readonly Topic[] = ['wallet', 'requests', 'profile']

/** Reads the friends whom a member brought in, newest first, page by page. */
export function referralsQuery(status: ReferralStatus | undefined) {
  return infiniteQueryOptions({
    queryKey: [listReferrals.id, status],
    queryFn: ({ pageParam, signal }) =>
      call(
        listReferrals,
        { query: { ...(status && { status }), ...(pageParam !== undefined && { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
    meta: { topics, isPublic: false },
  })
}

export const referralSummaryQuery = queryOptions({
  queryKey: [getReferralSummary.id],
  queryFn: ({ signal }) => call(getReferralSummary, {}, { signal }),
  meta: { topics, isPublic: false },
})
