import { timeOrders } from '../../../../contract/list-criteria.ts'
import { requestKinds, requestStatuses } from '../../../../contract/endpoints/requests.ts'
import { dayOf, idOf, oneOf, createSearchReader, searchTextOf, textOf } from '../../../lib/search.ts'
import type { AllRequestsFilter } from './activity-queries.ts'

export interface AllActivitySearch extends AllRequestsFilter {
  /** The request on the screen, and its member. */
  request?: string | undefined
  member?: string | undefined
  /** "yes" while the dialog that reverses it is open. */
  reverse?: 'yes' | undefined
}

export const allActivitySearch = createSearchReader<AllActivitySearch>({
  search: searchTextOf,
  kind: (value) => oneOf(value, requestKinds),
  status: (value) => oneOf(value, requestStatuses),
  user_id: idOf,
  from: dayOf,
  to: dayOf,
  order: (value) => oneOf(value, timeOrders),
  cursor: textOf,
  request: idOf,
  member: idOf,
  reverse: (value) => oneOf(value, ['yes'] as const),
})
