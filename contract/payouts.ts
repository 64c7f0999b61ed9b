import * as z from 'zod/mini'
import * as endpoints from './endpoints/payouts.ts'
import { isErrorCode } from './error-body.ts'
import type { ErrorCode } from './errors.ts'
import { decimal, defineOperation, emptyObject, id, moment, pageOf, pageQuery } from './operation.ts'

export const payout = z.object({
  user_id: id,
  request_id: id,
  /** The number of the withdrawal, such as W-7K3M-94. */
  number: z.string(),
  full_name: z.string(),
  member_id: z.string(),
  state: z.enum(endpoints.payoutStates),
  /** The address that the request has frozen. */
  wallet_address: z.string(),
  /** Null for an old withdrawal that was made before this amount was recorded. */
  usdt_amount: z.nullable(decimal),
  approved_at: moment,
  /** The time at which the state began. */
  since: moment,
  hash: z.nullable(z.string()),
  /** Null while no transaction is recorded. */
  check: z.nullable(z.enum(endpoints.payoutChecks)),
  /** The time of the last question to the network. */
  asked_at: z.nullable(moment),
  finding: z.nullable(z.enum(endpoints.payoutFindings)),
  /** The amount of the transfer that comes closest, in whole tokens of six decimals. */
  found_amount: z.nullable(decimal),
  failures: z.number(),
  /** The reason of the last failure. */
  failure: z.nullable(z.string()),
  /** True while the owner of the account has stopped withdrawals. */
  is_stopped: z.boolean(),
})
export type Payout = z.infer<typeof payout>

export const payoutEvent = z.object({
  action: z.enum(endpoints.payoutActions),
  /** Null for what the network has shown. */
  actor_name: z.nullable(z.string()),
  hash: z.string(),
  /** The hash before a correction, or the reason of a failure. */
  detail: z.nullable(z.string()),
  finding: z.nullable(z.enum(endpoints.payoutFindings)),
  created_at: moment,
})
export type PayoutEvent = z.infer<typeof payoutEvent>

export const listPayouts = defineOperation(endpoints.listPayouts, {
  summary: 'Payouts of one list of the desk: the oldest first, those that are confirmed the newest first.',
  query: z.strictObject({ list: z._default(z.enum(endpoints.payoutLists), 'to_pay'), ...pageQuery }),
  output: pageOf(payout),
})

const total = z.object({ count: z.number(), usdt: decimal })
export const getPayoutTotals = defineOperation(endpoints.getPayoutTotals, {
  summary: 'The number and the USDT of the payouts of each list, and the time since which the oldest one waits.',
  output: z.object({
    to_pay: total,
    sent: total,
    flagged: total,
    confirmed: total,
    untracked: total,
    oldest_to_pay: z.nullable(moment),
    /** True if a provider of the network is set. Without one, nothing is checked on the chain. */
    is_watched: z.boolean(),
  }),
})
export type PayoutTotals = z.infer<typeof getPayoutTotals.output>

export const getPayout = defineOperation(endpoints.getPayout, {
  summary: 'The payout of one approved withdrawal, with its history, the newest entry first.',
  params: z.strictObject({ userId: id, requestId: id }),
  output: z.object({ payout, events: z.array(payoutEvent) }),
  errors: ['not_found'],
})

const hash = z.string().check(z.trim(), z.minLength(1), z.maxLength(128))
export const payoutLine = z.strictObject({
  /** The number of a withdrawal, or an address to which exactly one payout is due. */
  reference: z.string().check(z.trim(), z.minLength(1), z.maxLength(128)),
  /** The address that was paid, to be compared with that of the request. */
  address: z.optional(z.string().check(z.minLength(1), z.maxLength(128))),
  hash,
  /** The hash that is recorded now and was wrong. */
  replaces: z.optional(hash),
})
export type PayoutLine = z.infer<typeof payoutLine>

/** The outcome of a line: it was recorded, it was on record already, or the code of the refusal. */
export const payoutOutcome = z.custom<'recorded' | 'unchanged' | ErrorCode>(
  (value) => typeof value === 'string' && (value === 'recorded' || value === 'unchanged' || isErrorCode(value)),
)

export const recordPayouts = defineOperation(endpoints.recordPayouts, {
  summary:
    'Record the transactions of payouts. Each line is judged alone: a line that is refused keeps no other one from being recorded.',
  body: z.strictObject({ lines: z.array(payoutLine).check(z.minLength(1), z.maxLength(endpoints.payoutLinesMax)) }),
  output: z.object({
    /** In the order of the lines. */
    lines: z.array(z.object({ outcome: payoutOutcome, payout: z.nullable(payout) })),
  }),
})
export type RecordedLine = z.infer<typeof recordPayouts.output>['lines'][number]

export const failPayout = defineOperation(endpoints.failPayout, {
  summary: 'Note that the payment by this transaction failed. The withdrawal is to be paid again.',
  params: z.strictObject({ userId: id, requestId: id }),
  body: z.strictObject({ hash, reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(500)) }),
  output: emptyObject,
  errors: ['not_found', 'payout_changed', 'payout_confirmed_already', 'step_up_required'],
})

export const exportPayouts = defineOperation(endpoints.exportPayouts, {
  summary:
    'Payouts that are due, the oldest first, as a CSV file for the operator’s wallet: address, exact amount, number. Without those that are flagged or stopped.',
  query: z.strictObject({
    /** The numbers of the withdrawals, with commas between them. Without any, all up to the limit. */
    numbers: z.optional(z.string().check(z.maxLength(8000), z.regex(/^[\w-]+(,[\w-]+)*$/))),
    limit: z._default(
      z.coerce.number().check(z.int(), z.minimum(1), z.maximum(endpoints.payoutFileMax)),
      endpoints.payoutFileMax,
    ),
  }),
  download: true,
  output: z.any(),
})
