import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { CallInput } from '../../contract/typed-endpoints.ts'
import { getUser, listUsers } from '../../contract/endpoints/users.ts'
import { queryOf, type Undefinable, withoutUndefined } from './query-of.ts'

/** The filters and the order of the list of users. They stand in the address of the page. */
export type UsersFilter = Undefinable<CallInput<typeof listUsers>['query']>

/** Reads one page of the users. The previous page stays until the next one arrives. */
export function usersQuery(filter: UsersFilter) {
  return queryOptions({
    ...queryOf(listUsers, ['profile'], { query: withoutUndefined(filter) }),
    placeholderData: keepPreviousData,
  })
}

export function userQuery(userId: string) {
  return queryOf(getUser, ['profile', 'wallet', 'requests', 'chat'], { params: { userId } })
}
