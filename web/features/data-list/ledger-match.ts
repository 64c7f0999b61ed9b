import type { TransactionsFilter, TransactionsMatch } from './ledger-queries.ts'

/** The filters of a list that shows all transactions. */
export const wholeLedger = {
  search: undefined,
  type: undefined,
  user_id: undefined,
  from: undefined,
  to: undefined,
  min_coins: undefined,
  max_coins: undefined,
} satisfies TransactionsMatch

/** Returns the filters alone, without the order and the page. */
export function matchOf(filter: TransactionsFilter): TransactionsMatch {
  const { search, type, user_id, from, to, min_coins, max_coins } = filter
  return { search, type, user_id, from, to, min_coins, max_coins }
}

export function hasFilter(match: TransactionsMatch): boolean {
  return Object.values(match).some((value) => value !== undefined)
}
