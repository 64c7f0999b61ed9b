import * as z from 'zod/mini'
import * as endpoints from './endpoints/statement.ts'
import { transactionTypes } from './endpoints/transactions.ts'
import { utcDay } from './list-filters.ts'
import { decimal, defineOperation, id, moment, pageQuery } from './operation.ts'

/** The days of a statement, in UTC, both included. Without them it has no beginning or no end. */
const period = { from: utcDay, to: utcDay }

export const statementLine = z.object({
  id,
  type: z.enum(transactionTypes),
  created_at: moment,
  /** The coins that the line adds to the balance. They are negative if it takes them. */
  coins: decimal,
  rate: decimal,
  /** The worth of the coins at this rate, in USD. It is never negative. */
  value_usd: decimal,
  balance_after: decimal,
  /** The sender or recipient of a transfer, with the member ID; the friend of a reward, without one. A debt has the person of the reversed request. */
  other: z.nullable(z.object({ full_name: z.string(), member_id: z.nullable(z.string()) })),
  /** The member's own request; null for a correction, for received coins and for a reward. */
  request: z.nullable(z.object({ id, number: z.string() })),
  /** The reason of a correction or of a reversal. */
  reason: z.nullable(z.string()),
})
export type StatementLine = z.infer<typeof statementLine>

export const getStatement = defineOperation(endpoints.getStatement, {
  summary: 'The lines of the calling member’s account, the newest first, with the balances at both ends of the period.',
  query: z.strictObject({ ...period, ...pageQuery }),
  output: z.object({
    opening_coins: decimal,
    closing_coins: decimal,
    items: z.array(statementLine),
    next_cursor: z.nullable(z.string()),
  }),
})
export type Statement = z.infer<typeof getStatement.output>

export const exportStatement = defineOperation(endpoints.exportStatement, {
  summary: 'The lines of the calling member’s account in the period as a CSV file, the newest first.',
  query: z.strictObject(period),
  download: true,
  output: z.any(),
})

/** The lines of one type in a period, added up. */
export const statementSum = z.object({
  type: z.enum(transactionTypes),
  count: z.int(),
  /** The coins that these lines add to the balance. They are negative if the lines take them. */
  coins: decimal,
  /** The worth of the coins in USD, each line at its own rate. */
  value_usd: decimal,
})

export const getStatementSums = defineOperation(endpoints.getStatementSums, {
  summary:
    'The sums of the calling member’s lines in the period by type, with the balances at both ends. The sums are the change from one to the other.',
  query: z.strictObject(period),
  output: z.object({ opening_coins: decimal, closing_coins: decimal, sums: z.array(statementSum) }),
})
export type StatementSums = z.infer<typeof getStatementSums.output>

export const exportStatementSums = defineOperation(endpoints.exportStatementSums, {
  summary:
    'The sums of the calling member’s lines in the period by type as a CSV file, between the balances at both ends.',
  query: z.strictObject(period),
  download: true,
  output: z.any(),
})
