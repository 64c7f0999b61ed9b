import { useNavigate, useSearch } from '@tanstack/react-router'
import { t, tc } from '../../../../contract/translate.ts'
import type { UserSort } from '../../../../contract/users.ts'
import type { UsersFilter } from '../../../lib/admin-queries.ts'

type Order = 'asc' | 'desc'

export const sortNames: Record<UserSort, string> = {
  name: t('Name'),
  member_id: t('Member ID'),
  wallet: t('Wallet'),
  status: t('Status'),
  joined: t('Joined'),
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
  if (sort === 'joined') return order === 'desc' ? t('newest first') : t('oldest first')
  const column = sortWord[sort]
  return order === 'asc' ? t('{column}, ascending', { column }) : t('{column}, descending', { column })
}

/** The columns in the middle of a sentence. */
const sortWord: Record<Exclude<UserSort, 'joined'>, string> = {
  name: tc('sorted by', 'name'),
  member_id: tc('sorted by', 'member id'),
  wallet: tc('sorted by', 'wallet'),
  status: tc('sorted by', 'status'),
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
