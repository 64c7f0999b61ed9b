import { getRequestCounts } from '../../../contract/endpoints/request-review.ts'
import type { RequestCounts } from '../../../contract/request-review.ts'
import type { RequestKind } from '../../../contract/requests.ts'
import { queryOf } from '../../lib/query-of.ts'

export const requestCountsQuery = queryOf(getRequestCounts, ['requests'], {})

/** Returns how many requests of a kind an administrator can decide now: the pending ones that do not wait for their members. */
export function countDecidable(counts: RequestCounts | undefined, kind: RequestKind): number {
  const count = counts?.[kind]
  return count ? Math.max(0, count.pending - count.waits_for_member) : 0
}
