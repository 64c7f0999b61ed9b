import { requestStatuses } from '../../../../contract/endpoints/requests.ts'
import type { RequestStatus } from '../../../../contract/requests.ts'
import { oneOf, createSearchReader } from '../../../lib/search.ts'

export const userTabs = ['transactions', 'logins', 'requests', 'chat', 'notes', 'sessions'] as const
export type UserTab = (typeof userTabs)[number]

interface UserSearch {
  tab?: UserTab | undefined
  /** The status of the requests to show. */
  status?: RequestStatus | undefined
}

export const userSearch = createSearchReader<UserSearch>({
  tab: (value) => oneOf(value, userTabs),
  status: (value) => oneOf(value, requestStatuses),
})
