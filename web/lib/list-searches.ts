import { canonicalAddress } from '../../contract/ip-address.ts'
import type { Profile } from '../../contract/profiles.ts'
import { requestKinds, requestStatuses, type RequestKind, type RequestStatus } from '../../contract/requests.ts'
import type { TransactionSort, TransactionType } from '../../contract/transactions.ts'
import type { UserSort } from '../../contract/users.ts'
import type { AllRequestsFilter } from '../pages/admin/all-activity/activity-queries.ts'
import type { TransactionsFilter } from '../features/data-list/ledger-queries.ts'
import type { UsersFilter } from './user-queries.ts'
import { oneOf, textOf } from './search.ts'

/**
 * The parameters that the addresses of the long lists may carry. People edit and share addresses, so unknown parameters
 * and values are left out.
 */
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

export interface DeskSearch {
  /** The request on the screen and its member. It may be far down in the queue, or already decided. */
  request?: string | undefined
  member?: string | undefined
  search?: string | undefined
}

export function deskSearch(search: Search): DeskSearch {
  return {
    request: textOf(search['request']),
    member: textOf(search['member']),
    search: searchOf(search),
  }
}

export const userTabs = ['transactions', 'logins', 'requests', 'chat', 'sessions'] as const
export type UserTab = (typeof userTabs)[number]
export interface UserSearch {
  tab?: UserTab | undefined
  /** The status of the requests to show. */
  status?: RequestStatus | undefined
}

export function userSearch(search: Search): UserSearch {
  return { tab: oneOf(search['tab'], userTabs), status: oneOf(search['status'], requestStatuses) }
}

const userStatuses = ['Active', 'Inactive', 'Suspended'] as const satisfies readonly Profile['status'][]
const userSorts = ['name', 'member_id', 'wallet', 'status', 'joined'] as const satisfies readonly UserSort[]

export interface UsersSearch extends Omit<UsersFilter, 'limit'> {
  /** The person who is shown beside the list. */
  user?: string | undefined
}

export function usersSearch(search: Search): UsersSearch {
  return {
    search: searchOf(search),
    status: oneOf(search['status'], userStatuses),
    sort: oneOf(search['sort'], userSorts),
    order: oneOf(search['order'], ['asc', 'desc'] as const),
    cursor: textOf(search['cursor']),
    user: matching(search['user'], idPattern),
  }
}

const transactionTypes = [
  'BUY',
  'BONUS',
  'REFERRAL_BONUS',
  'WITHDRAWAL',
  'TRANSFER_IN',
  'TRANSFER_OUT',
  'ADJUSTMENT_IN',
  'ADJUSTMENT_OUT',
] as const satisfies readonly TransactionType[]
const transactionSorts = [
  'date',
  'user',
  'type',
  'coins_in',
  'coins_out',
  'rate',
  'value',
  'balance',
] as const satisfies readonly TransactionSort[]
const orders = ['asc', 'desc'] as const

export function transactionsSearch(search: Search): TransactionsFilter {
  return {
    search: searchOf(search),
    type: oneOf(search['type'], transactionTypes),
    user_id: matching(search['user_id'], idPattern),
    from: dayOf(search['from']),
    to: dayOf(search['to']),
    min_coins: matching(search['min_coins'], coinsPattern),
    max_coins: matching(search['max_coins'], coinsPattern),
    sort: oneOf(search['sort'], transactionSorts),
    order: oneOf(search['order'], orders),
    cursor: textOf(search['cursor']),
  }
}

export interface AllActivitySearch extends AllRequestsFilter {
  /** The request on the screen, and its member. */
  request?: string | undefined
  member?: string | undefined
}

export function allActivitySearch(search: Search): AllActivitySearch {
  return {
    search: searchOf(search),
    kind: oneOf(search['kind'], requestKinds),
    status: oneOf(search['status'], requestStatuses),
    user_id: matching(search['user_id'], idPattern),
    from: dayOf(search['from']),
    to: dayOf(search['to']),
    order: oneOf(search['order'], ['newest', 'oldest'] as const),
    cursor: textOf(search['cursor']),
    request: matching(search['request'], idPattern),
    member: matching(search['member'], idPattern),
  }
}

export interface AuditSearch {
  /** An action of the audit log. */
  action?: string | undefined
  actor_id?: string | undefined
  subject_id?: string | undefined
  ip_address?: string | undefined
  from?: string | undefined
  to?: string | undefined
  cursor?: string | undefined
  /** The entry on the screen. */
  event?: string | undefined
}

export function auditSearch(search: Search): AuditSearch {
  const address = canonicalAddress(textOf(search['ip_address']) ?? '') ?? undefined
  // A filter by IP address replaces the filters by person.
  const personOf = (name: string) => (address === undefined ? matching(search[name], idPattern) : undefined)
  return {
    action: textOf(search['action']),
    actor_id: personOf('actor_id'),
    subject_id: personOf('subject_id'),
    ip_address: address,
    from: dayOf(search['from']),
    to: dayOf(search['to']),
    cursor: textOf(search['cursor']),
    event: matching(search['event'], idPattern),
  }
}

const idPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
const coinsPattern = /^\d{1,13}(\.\d{1,4})?$/

/** Returns the search text, cut to the length that the server accepts. */
function searchOf(search: Search): string | undefined {
  return textOf(search['search'])?.slice(0, 100)
}

function matching(value: unknown, pattern: RegExp): string | undefined {
  return typeof value === 'string' && pattern.test(value) ? value : undefined
}

/** Returns a valid calendar day of this millennium. */
function dayOf(value: unknown): string | undefined {
  const day = matching(value, /^2\d{3}-\d{2}-\d{2}$/)
  const at = day === undefined ? Number.NaN : Date.parse(day)
  // The browser takes 31 February for a day in March.
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === day ? day : undefined
}
