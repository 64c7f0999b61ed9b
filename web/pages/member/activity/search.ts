import { requestKinds } from '../../../../contract/endpoints/requests.ts'
import type { RequestKind } from '../../../../contract/requests.ts'
import { oneOf, createSearchReader, textOf } from '../../../lib/search.ts'

/** The statuses that the page can filter by. */
const shownStatuses = ['pending', 'approved', 'rejected'] as const

export interface ActivitySearch {
  type?: RequestKind | undefined
  status?: (typeof shownStatuses)[number] | undefined
  request?: string | undefined
}

export const activitySearch = createSearchReader<ActivitySearch>({
  type: (value) => oneOf(value, requestKinds),
  status: (value) => oneOf(value, shownStatuses),
  request: textOf,
})
