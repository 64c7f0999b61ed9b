import { sortOrders } from '../../../../contract/list-criteria.ts'
import { profileStatuses } from '../../../../contract/endpoints/profiles.ts'
import { userSorts } from '../../../../contract/endpoints/users.ts'
import { idOf, oneOf, createSearchReader, searchTextOf, textOf } from '../../../lib/search.ts'
import type { UsersFilter } from '../../../lib/user-queries.ts'

export interface UsersSearch extends Omit<UsersFilter, 'limit'> {
  /** The person who is shown beside the list. */
  user?: string | undefined
}

export const usersSearch = createSearchReader<UsersSearch>({
  search: searchTextOf,
  status: (value) => oneOf(value, profileStatuses),
  sort: (value) => oneOf(value, userSorts),
  order: (value) => oneOf(value, sortOrders),
  cursor: textOf,
  user: idOf,
})
