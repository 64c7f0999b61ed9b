import type { Profile } from '../../contract/profiles.ts'
import { requestKinds, type RequestKind } from '../../contract/requests.ts'
import type { UserSort } from '../../contract/users.ts'
import type { UsersFilter } from './queries.ts'
import { oneOf, textOf } from './search.ts'

/** What the addresses of the long lists may carry. Anything else in them is left out, as people type and share them. */
type Search = Record<string, unknown>

const shownStatuses = ['pending', 'approved', 'rejected'] as const
export interface ActivitySearch {
  type?: RequestKind | undefined
  status?: (typeof shownStatuses)[number] | undefined
  request?: string | undefined
}

export function activitySearch(search: Search): ActivitySearch {
  return {
    type: oneOf(search['type'], requestKinds),
    status: oneOf(search['status'], shownStatuses),
    request: textOf(search['request']),
  }
}

const userStatuses = ['Active', 'Inactive', 'Suspended'] as const satisfies readonly Profile['status'][]
const userSorts = ['name', 'member_id', 'wallet', 'status', 'joined'] as const satisfies readonly UserSort[]

export function usersSearch(search: Search): Omit<UsersFilter, 'limit'> {
  return {
    search: textOf(search['search']),
    status: oneOf(search['status'], userStatuses),
    sort: oneOf(search['sort'], userSorts),
    order: oneOf(search['order'], ['asc', 'desc'] as const),
    cursor: textOf(search['cursor']),
  }
}
