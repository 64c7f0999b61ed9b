import * as z from 'zod/mini'
import * as endpoints from './endpoints/transactions.ts'
import { ledgerEntry } from './dashboards.ts'
import { coinBoundPattern, sortOrders } from './list-criteria.ts'
import { listSearch, utcDay } from './list-filters.ts'
import { decimal, defineOperation, id, pageQuery, pageOf } from './operation.ts'

export type TransactionSort = (typeof endpoints.transactionSorts)[number]

const coinBound = z.string().check(z.regex(coinBoundPattern))

/** The filters of every list, sum and file of transactions. Days are of UTC, both ends included. */
export const transactionFilters = {
  /** A part of a member's name, email or member id, or of the name of a type. */
  search: listSearch,
  type: z.optional(z.enum(endpoints.transactionTypes)),
  user_id: z.optional(id),
  from: utcDay,
  to: utcDay,
  min_coins: z.optional(coinBound),
  max_coins: z.optional(coinBound),
}
const sorting = {
  sort: z._default(z.enum(endpoints.transactionSorts), 'date'),
  order: z._default(z.enum(sortOrders), 'desc'),
}

export const listTransactions = defineOperation(endpoints.listTransactions, {
  summary:
    'The transactions of all members, by default the newest first. A page may have fewer rows than requested, or none, and still have a next page, as one page reads a limited number of rows.',
  query: z.strictObject({ ...transactionFilters, ...sorting, ...pageQuery }),
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

export const getTransactionTotals = defineOperation(endpoints.getTransactionTotals, {
  summary: 'The sums of the matching transactions; null if there are too many to count.',
  query: z.strictObject(transactionFilters),
  output: transactionTotals,
})

export const listTransactionDays = defineOperation(endpoints.listTransactionDays, {
  summary: 'Coins in and out for each UTC day of the range, oldest first; by default of the last 30 days.',
  query: z.strictObject(transactionFilters),
  output: z.object({
    days: z.array(z.object({ day: z.iso.date(), coins_in: decimal, coins_out: decimal, count: z.number() })),
    /** False when too many transactions match for one call; `days` is empty then. */
    is_complete: z.boolean(),
  }),
})
export type TransactionDays = z.infer<typeof listTransactionDays.output>

export const exportTransactions = defineOperation(endpoints.exportTransactions, {
  summary: 'The matching transactions as a CSV file, in the order of the list.',
  query: z.strictObject({ ...transactionFilters, ...sorting }),
  download: true,
  output: z.any(),
})
