import { deskFilters, type DeskFilter } from '../../../../contract/endpoints/desk.ts'
import { queueWaits } from '../../../../contract/endpoints/requests.ts'
import { createSearchReader, oneOf, searchTextOf, textOf } from '../../../lib/search.ts'

export type QueueWaits = (typeof queueWaits)[number]

export interface ApprovalsSearch {
  /** The request on the screen and its member. It may be far down in the queue, or already decided. */
  request?: string | undefined
  member?: string | undefined
  search?: string | undefined
  /** The queue is narrowed to the requests of this administrator, or to those without an administrator. */
  assigned?: DeskFilter | undefined
  /** The side that the requests wait for. */
  waits?: QueueWaits | undefined
}

/** Reads the search of a page of approvals. */
export const approvalsSearch = createSearchReader<ApprovalsSearch>({
  request: textOf,
  member: textOf,
  search: searchTextOf,
  assigned: (value) => oneOf(value, deskFilters),
  waits: (value) => oneOf(value, queueWaits),
})
