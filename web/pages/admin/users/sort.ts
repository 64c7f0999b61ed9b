import { useNavigate, useSearch } from '@tanstack/react-router'
import type { SortOrder } from '../../../../contract/list-criteria.ts'
import { t, tc } from '../../../../contract/translate.ts'
import type { UserSort } from '../../../../contract/users.ts'
import type { UsersFilter } from '../../../lib/user-queries.ts'

export const sortNames: Record<UserSort, string> = {
  name: t('Name'),
  member_id: t('Member ID'),
  wallet: t('Wallet'),
  status: t('Status'),
  joined: t('Joined'),
}

/** Returns the order of the list, and functions to change it. The address holds the order, except for the usual one. */
export function useUserSort() {
  const filter = useSearch({ from: '/admin/users' })
  const navigate = useNavigate({ from: '/admin/users' })
  const { sort, order } = sortOf(filter)

  const sortBy = (next: UserSort, nextOrder: SortOrder) => {
    const isUsual = next === 'joined' && nextOrder === 'desc'
    const part = isUsual ? { sort: undefined, order: undefined } : { sort: next, order: nextOrder }
    void navigate({ search: (before) => ({ ...before, ...part, cursor: undefined }), resetScroll: false })
  }
  return {
    sort,
    order,
    sortBy,
    /** Sorts by a column; a second click on the same column reverses the order. */
    sortByColumn: (column: UserSort) => sortBy(column, column === sort ? opposite(order) : firstOrder(column)),
  }
}

export function sortText(filter: UsersFilter): string {
  const { sort, order } = sortOf(filter)
  if (sort === 'joined') return order === 'desc' ? t('newest first') : t('oldest first')
  const column = sortTextOf[sort]
  return order === 'asc' ? t('{column}, ascending', { column }) : t('{column}, descending', { column })
}

/** The names of the columns inside a sentence. */
const sortTextOf: Record<Exclude<UserSort, 'joined'>, string> = {
  name: tc('sorted by', 'name'),
  member_id: tc('sorted by', 'member id'),
  wallet: tc('sorted by', 'wallet'),
  status: tc('sorted by', 'status'),
}

/** Returns the sort of a filter in the words of the address and of the server. Without any, the newest come first. */
function sortOf({ sort = 'joined', order }: UsersFilter): { sort: UserSort; order: SortOrder } {
  return { sort, order: order ?? 'desc' }
}

function firstOrder(column: UserSort): SortOrder {
  return column === 'joined' ? 'desc' : 'asc'
}

function opposite(order: SortOrder): SortOrder {
  return order === 'asc' ? 'desc' : 'asc'
}
