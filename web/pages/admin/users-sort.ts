import { useNavigate, useSearch } from '@tanstack/react-router'
import type { UserSort } from '../../../contract/users.ts'
import type { UsersFilter } from '../../lib/admin-queries.ts'

type Order = 'asc' | 'desc'

export const sortNames: Record<UserSort, string> = {
  name: 'Name',
  member_id: 'Member ID',
  wallet: 'Wallet',
  status: 'Status',
  joined: 'Joined',
}

/** How the list is sorted now, and the way to another order. It stands in the address; the usual order does not. */
export function useUserSort() {
  const filter = useSearch({ from: '/admin/users' })
  const navigate = useNavigate({ from: '/admin/users' })
  const { sort, order } = sortOf(filter)

  const sortBy = (next: UserSort, nextOrder: Order) => {
    const isUsual = next === 'joined' && nextOrder === 'desc'
    const part = isUsual ? { sort: undefined, order: undefined } : { sort: next, order: nextOrder }
    void navigate({ search: (before) => ({ ...before, ...part, cursor: undefined }), resetScroll: false })
  }
  return {
    sort,
    order,
    sortBy,
    /** A second click on the same column turns it round. */
    sortByColumn: (column: UserSort) => sortBy(column, column === sort ? opposite(order) : firstOrder(column)),
  }
}

export function sortWords(filter: UsersFilter): string {
  const { sort, order } = sortOf(filter)
  if (sort === 'joined') return order === 'desc' ? 'newest first' : 'oldest first'
  return `${sortNames[sort].toLowerCase()}, ${order === 'asc' ? 'ascending' : 'descending'}`
}

/** The same words for the address and for the server, whose own order without a word is the newest first. */
function sortOf({ sort = 'joined', order }: UsersFilter): { sort: UserSort; order: Order } {
  return { sort, order: order ?? 'desc' }
}

function firstOrder(column: UserSort): Order {
  return column === 'joined' ? 'desc' : 'asc'
}

function opposite(order: Order): Order {
  return order === 'asc' ? 'desc' : 'asc'
}
