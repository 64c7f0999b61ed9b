import { createSearchReader, searchTextOf, textOf } from '../../../lib/search.ts'

export interface ApprovalsSearch {
  /** The request on the screen and its member. It may be far down in the queue, or already decided. */
  request?: string | undefined
  member?: string | undefined
  search?: string | undefined
}

/** Reads the search of a page of approvals. */
export const approvalsSearch = createSearchReader<ApprovalsSearch>({
  request: textOf,
  member: textOf,
  search: searchTextOf,
})
