import { transactionTypeNames } from '../../../contract/endpoints/transactions.ts'
import { add, compare, subtract, type Decimal } from '../../../contract/money.ts'
import type { InputOf } from '../../../contract/operation.ts'
import {
  getTransactionTotals,
  listTransactionDays,
  listTransactions,
  type TransactionSort,
} from '../../../contract/transactions.ts'
import { directionOf } from '../../../web/lib/transaction-display.ts'
import type { Answers } from '../answers.ts'
import { onePage, type aLedgerEntry } from '../screen-data.ts'

export type LedgerEntry = ReturnType<typeof aLedgerEntry>
type Filter = InputOf<typeof getTransactionTotals>['query']

/**
 * Answers the lists, sums and days of these transactions, of which the newest comes first. A test may add further ones.
 */
export function giveLedger(answers: Answers, entries: LedgerEntry[]): void {
  const find = (filter: Filter) => entries.filter((entry) => isFound(entry, filter))
  answers.give(listTransactions, ({ query }) => {
    const found = inOrder(find(query), query)
    const start = Number(query.cursor ?? 0)
    const end = start + query.limit
    return onePage(found.slice(start, end), end < found.length ? String(end) : null)
  })
  answers.give(getTransactionTotals, ({ query }) => {
    const found = find(query)
    const [coinsIn, coinsOut] = [sumOf(found, 'in'), sumOf(found, 'out')]
    return {
      count: found.length,
      coins_in: coinsIn,
      coins_out: coinsOut,
      net_coins: subtract(coinsIn, coinsOut),
      value_in_usd: sumOf(found, 'in', 'total_usd_value'),
      value_out_usd: sumOf(found, 'out', 'total_usd_value'),
    }
  })
  answers.give(listTransactionDays, ({ query }) => {
    const days = daysBetween(query.from ?? '', query.to ?? '').map((day) => {
      const moved = find({ ...query, from: day, to: day })
      return { day, coins_in: sumOf(moved, 'in'), coins_out: sumOf(moved, 'out'), count: moved.length }
    })
    return { days, is_complete: true }
  })
}

function isFound(entry: LedgerEntry, { search = '', type, user_id: userId, from, to, ...bounds }: Filter): boolean {
  const day = entry.created_at.slice(0, 10)
  const texts = [entry.full_name, entry.email, entry.member_id, nameOf(entry)]
  return (
    texts.some((text) => text.toLowerCase().includes(search.toLowerCase())) &&
    [undefined, entry.type].includes(type) &&
    [undefined, entry.user_id].includes(userId) &&
    (from === undefined || day >= from) &&
    (to === undefined || day <= to) &&
    (bounds.min_coins === undefined || compare(entry.amount, bounds.min_coins) >= 0) &&
    (bounds.max_coins === undefined || compare(entry.amount, bounds.max_coins) <= 0)
  )
}

function nameOf({ type }: LedgerEntry): string {
  return transactionTypeNames[type as keyof typeof transactionTypeNames]
}

function coinsOf(entry: LedgerEntry, direction: 'in' | 'out'): Decimal {
  return directionOf(entry.type) === direction ? entry.amount : '0'
}

const orders: Record<Exclude<TransactionSort, 'date'>, (one: LedgerEntry, other: LedgerEntry) => number> = {
  user: (one, other) => one.full_name.localeCompare(other.full_name),
  type: (one, other) => nameOf(one).localeCompare(nameOf(other)),
  coins_in: (one, other) => compare(coinsOf(one, 'in'), coinsOf(other, 'in')),
  coins_out: (one, other) => compare(coinsOf(one, 'out'), coinsOf(other, 'out')),
  rate: (one, other) => compare(one.rate, other.rate),
  value: (one, other) => compare(one.total_usd_value, other.total_usd_value),
  balance: (one, other) => compare(one.balance_after, other.balance_after),
}

function inOrder(entries: LedgerEntry[], { sort, order }: InputOf<typeof listTransactions>['query']): LedgerEntry[] {
  if (sort === 'date') return order === 'desc' ? entries : entries.toReversed()
  const ascending = entries.toSorted(orders[sort])
  return order === 'asc' ? ascending : ascending.toReversed()
}

function sumOf(entries: LedgerEntry[], direction: 'in' | 'out', field: 'amount' | 'total_usd_value' = 'amount') {
  const moved = entries.filter(({ type }) => directionOf(type) === direction)
  return moved.reduce<Decimal>((sum, entry) => add(sum, entry[field]), '0')
}

function daysBetween(from: string, to: string): string[] {
  const days = []
  for (let time = Date.parse(from); time <= Date.parse(to); time += 86_400_000) days.push(new Date(time))
  return days.map((day) => day.toISOString().slice(0, 10))
}
