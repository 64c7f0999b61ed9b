import { queueWaits } from '../../../../contract/endpoints/requests.ts'
import { createSearchReader, oneOf, searchTextOf, textOf } from '../../../lib/search.ts'

export type QueueWaits = (typeof queueWaits)[number]

export interface ApprovalsSearch {
  /** The request on the screen and its member. It may be far down in the queue, or already decided. */
  request?: string | undefined
  member?: string | undefined
  search?: string | undefined
  /** The side that the requests wait for. */
  waits?: QueueWaits | undefined
}

/** Reads the search of a page of approvals. */
export const approvalsSearch = createSearchReader<ApprovalsSearch>({
  request: textOf,
  member: textOf,
  search: searchTextOf,
  waits: (value) => oneOf(value, queueWaits),
})
