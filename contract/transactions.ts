import * as z from 'zod/mini'
import { ledgerEntry } from './dashboards.ts'
import { coinBoundPattern, sortOrders } from './list-criteria.ts'
import { listSearch, utcDay } from './list-filters.ts'
import { decimal, defineOperation, id, page, pageOf } from './operation.ts'
import { adminOnly } from './roles.ts'
import { t, tc } from './translate.ts'

/** Every type that the ledger writes, with its name for administrators. */
export const transactionTypeNames = {
  BUY: tc('type of a transaction', 'Buy'),
  BONUS: t('Package bonus'),
  REFERRAL_BONUS: t('Referral bonus'),
  WITHDRAWAL: t('Withdrawal'),
  TRANSFER_IN: t('Transfer received'),
  TRANSFER_OUT: t('Transfer sent'),
  ADJUSTMENT_IN: t('Adjustment, added'),
  ADJUSTMENT_OUT: t('Adjustment, taken'),
} as const
export type TransactionType = keyof typeof transactionTypeNames
export const transactionTypes = Object.keys(transactionTypeNames) as [TransactionType, ...TransactionType[]]

export const transactionSorts = ['date', 'user', 'type', 'coins_in', 'coins_out', 'rate', 'value', 'balance'] as const
export type TransactionSort = (typeof transactionSorts)[number]

const coinBound = z.string().check(z.regex(coinBoundPattern))

/** The filters of every list, sum and file of transactions. Days are of UTC, both ends included. */
export const transactionFilters = {
  /** A part of a member's name, email or member id, or of the name of a type. */
  search: listSearch,
  type: z.optional(z.enum(transactionTypes)),
  user_id: z.optional(id),
  from: utcDay,
  to: utcDay,
  min_coins: z.optional(coinBound),
  max_coins: z.optional(coinBound),
}
const sorting = {
  sort: z._default(z.enum(transactionSorts), 'date'),
  order: z._default(z.enum(sortOrders), 'desc'),
}

export const listTransactions = defineOperation({
  id: 'list_transactions',
  summary:
    'Everybody’s transactions, by default the newest first. A page may hold fewer than asked for, or none, and yet have a next one: no page looks further than it can at once.',
  method: 'GET',
  path: '/api/transactions',
  access: adminOnly,
  query: z.strictObject({ ...transactionFilters, ...sorting, ...page }),
  output: pageOf(ledgerEntry),
})

/**
 * Null when more transactions match than the server adds up for one call. A narrower filter gets the sum; a filter by
 * type and dates alone always gets it.
 */
const sum = z.nullable(decimal)
export const transactionTotals = z.object({
  count: z.nullable(z.number()),
  coins_in: sum,
  coins_out: sum,
  net_coins: sum,
  value_in_usd: sum,
  value_out_usd: sum,
})
export type TransactionTotals = z.infer<typeof transactionTotals>

export const getTransactionTotals = defineOperation({
  id: 'get_transaction_totals',
  summary: 'The sums of the transactions that match; null where too many do for one look.',
  method: 'GET',
  path: '/api/transaction-totals',
  access: adminOnly,
  query: z.strictObject(transactionFilters),
  output: transactionTotals,
})

/** The most days that one call can look back, and the days that it looks back by default. */
export const transactionDaysMax = 366
export const transactionDaysUsual = 30

export const listTransactionDays = defineOperation({
  id: 'list_transaction_days',
  summary: 'Coins in and out for each UTC day of the range, oldest first; the last 30 days unless asked otherwise.',
  method: 'GET',
  path: '/api/transaction-days',
  access: adminOnly,
  query: z.strictObject(transactionFilters),
  output: z.object({
    days: z.array(z.object({ day: z.iso.date(), coins_in: decimal, coins_out: decimal, count: z.number() })),
    /** False when too many transactions match for one call; `days` is empty then. */
    is_complete: z.boolean(),
  }),
})
export type TransactionDays = z.infer<typeof listTransactionDays.output>

export const exportTransactions = defineOperation({
  id: 'export_transactions',
  summary: 'The transactions that match, in the order of the list, as a CSV file.',
  method: 'GET',
  path: '/api/transaction-export',
  access: adminOnly,
  query: z.strictObject({ ...transactionFilters, ...sorting }),
  download: true,
  output: z.any(),
})
