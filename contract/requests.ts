import * as z from 'zod/mini'
import * as endpoints from './endpoints/requests.ts'
import { payoutStates } from './endpoints/payouts.ts'
import { approvalWarnings } from './approval-warnings.ts'
import { buyQuote, quoteRefusals } from './buy-quote.ts'
import { maxRequestCoins } from './money.ts'
import { decimal, defineOperation, id, moment, pageQuery, pageOf } from './operation.ts'
import { reuseReason } from './payment-reuse.ts'
import { person } from './profiles.ts'
import { optionalText } from './text-fields.ts'
import { transactionHash } from './transaction-hash.ts'
import { transferName } from './transfer-name.ts'
import { walletRefusals } from './wallet-review.ts'
import { t } from './translate.ts'

export type RequestKind = (typeof endpoints.requestKinds)[number]
export type RequestStatus = (typeof endpoints.requestStatuses)[number]

// Coins arrive as JSON integers. The schema refuses text, fractions and numbers beyond the safe integers.
const coins = z.number().check(z.int(), z.minimum(-maxRequestCoins), z.maximum(maxRequestCoins))

const decision = {
  id,
  /** The number that people use for it, such as W-7K3M-94. */
  number: z.string(),
  amount_coins: decimal,
  status: z.enum(endpoints.requestStatuses),
  admin_notes: z.nullable(z.string()),
  /** The administrator who decided, or "Policy"; null while it is pending, and if the member cancelled it or it expired. */
  decided_by_name: z.nullable(z.string()),
  decided_at: z.nullable(moment),
  created_at: moment,
  updated_at: moment,
  /** The reversal of an approved request, with its reason; null if there is none. */
  reversal: z.nullable(z.object({ at: moment, reason: z.string() })),
}

export const buyRequest = z.object({
  kind: z.literal('buy'),
  ...decision,
  user_id: id,
  profile: person,
  amount_usd: decimal,
  usdt_amount: decimal,
  /** The part of the USDT that tells the payment apart from others; null for a buy without one. */
  usdt_tail: z.nullable(decimal),
  /** USD per 1 USDT. */
  usdt_rate: decimal,
  /** True when the exchange rate was not available and 1 stood in for it. */
  usdt_rate_is_fallback: z.boolean(),
  /** USD per ET when the request was made. */
  rate: decimal,
  bonus_coins: decimal,
  payment_proof_id: z.nullable(id),
  /** The path {userId}/{timestamp}.{extension} in the bucket payment_proofs. */
  payment_proof_url: z.nullable(z.string()),
  /** The hash of the payment on its network; null when the member gave none. */
  transaction_hash: z.nullable(z.string()),
  /** The number of times that the slip or the hash was replaced. A decision names the revision that it is about. */
  slip_revision: z.number(),
  /** The time since which the member owes another slip, and the reason; null otherwise, and once it is decided. */
  slip_asked_at: z.nullable(moment),
  slip_reason: z.nullable(z.string()),
  /** Null for a top-up. */
  package_id: z.nullable(id),
  package_name: z.nullable(z.string()),
  /** The USDT of the transfers on chain that paid for it, up to 6 decimals; null if it was approved without any. */
  received_usdt: z.nullable(decimal),
  /** The coins and USD that were credited, if the transfers paid for a part only. Then it brought no bonus. */
  credited_coins: z.nullable(decimal),
  credited_usd: z.nullable(decimal),
})
export const withdrawalRequest = z.object({
  kind: z.literal('withdrawal'),
  ...decision,
  user_id: id,
  profile: person,
  amount_usd: decimal,
  rate: decimal,
  /** The USDT that the operator pays; null for an old withdrawal that was made before this amount was recorded. */
  usdt_amount: z.nullable(decimal),
  /** USD per 1 USDT when the request was made. */
  usdt_rate: z.nullable(decimal),
  usdt_rate_is_fallback: z.boolean(),
  wallet_address: z.string(),
  /** The withdrawal time that the member's package promises now, in its own words; null without a package. */
  withdrawal_time: z.nullable(z.string()),
  attachment_id: z.nullable(id),
  attachment_url: z.nullable(z.string()),
  /** The payment of the operator; null unless the request is approved. */
  payout: z.nullable(
    z.object({
      state: z.enum(payoutStates),
      /** The time at which this state began. */
      since: moment,
      /** The transaction of the payment; null until it is sent. */
      hash: z.nullable(z.string()),
      /** The payments that failed before. */
      failures: z.number(),
    }),
  ),
})
export const transferRequest = z.object({
  kind: z.literal('transfer'),
  ...decision,
  sender_id: id,
  sender_profile: person,
  /** Null in answers to members: a member id tells them a name and nothing more. */
  recipient_profile: z.object({ ...person.shape, email: z.nullable(z.string()) }),
  recipient_member_id: z.string(),
  amount_usd: decimal,
  rate: decimal,
})
export const request = z.discriminatedUnion('kind', [buyRequest, withdrawalRequest, transferRequest])
/** The newest requests of each kind, by the names that overviews have for them. */
export const requestLists = {
  buy_requests: z.array(buyRequest),
  withdrawal_requests: z.array(withdrawalRequest),
  transfer_requests: z.array(transferRequest),
} satisfies Record<`${RequestKind}_requests`, unknown>
export type BuyRequest = z.infer<typeof buyRequest>
export type WithdrawalRequest = z.infer<typeof withdrawalRequest>
export type TransferRequest = z.infer<typeof transferRequest>
export type Request = z.infer<typeof request>
export type RequestOf<Kind extends RequestKind> = Extract<Request, { kind: Kind }>

export const transaction = z.object({
  id,
  user_id: id,
  type: z.string(),
  amount: decimal,
  rate: decimal,
  total_usd_value: decimal,
  balance_after: decimal,
  created_at: moment,
})
export type Transaction = z.infer<typeof transaction>

export const getBuyQuote = defineOperation(endpoints.getBuyQuote, {
  summary: 'The cost and the coins of a buy: the terms that a request at this moment would freeze.',
  query: z.strictObject({
    amount_coins: z.coerce.number().check(z.int(), z.minimum(-maxRequestCoins), z.maximum(maxRequestCoins)),
    package_id: z.optional(id),
  }),
  output: buyQuote,
  errors: quoteRefusals,
})

export const submitBuyRequest = defineOperation(endpoints.submitBuyRequest, {
  summary:
    'Submit a buy request. A package with its own amount is a package purchase, any other amount a top-up. With the id of a quote, the request gets its terms or is refused.',
  body: z.strictObject({
    amount_coins: coins,
    package_id: z.optional(z.nullable(id)),
    payment_proof_id: z.optional(z.nullable(id)),
    quote_id: z.optional(z.string().check(z.maxLength(200))),
    /** An empty text stands for no hash. */
    transaction_hash: z.optional(z.nullable(transactionHash)),
  }),
  output: buyRequest,
  errors: [
    ...quoteRefusals,
    'quote_changed',
    'open_requests_full',
    'slip_required',
    'upload_already_used',
    'not_found',
  ],
})

export const submitWithdrawalRequest = defineOperation(endpoints.submitWithdrawalRequest, {
  summary:
    'Submit a withdrawal request to one of the caller’s withdrawal addresses, or without one to the wallet address of ' +
    'the profile; the coins are locked.',
  body: z.strictObject({
    amount_coins: coins,
    attachment_id: z.optional(z.nullable(id)),
    wallet_address: z.optional(z.string().check(z.minLength(1), z.maxLength(128))),
  }),
  output: withdrawalRequest,
  errors: [
    'withdrawal_below_minimum',
    'withdrawal_not_multiple',
    'amount_exceeds_balance',
    'coins_maturing',
    'open_requests_full',
    'amount_worth_nothing',
    'amount_over_limit',
    'amount_too_large',
    'wallet_address_missing',
    'wallet_address_unlisted',
    ...walletRefusals,
    'outgoing_stopped',
    'upload_already_used',
    'not_found',
  ],
})

export const submitTransferRequest = defineOperation(endpoints.submitTransferRequest, {
  summary: 'Submit a transfer request to another member; the coins are locked.',
  body: z.strictObject({
    recipient_member_id: z.string().check(z.trim(), z.minLength(1), z.maxLength(32)),
    amount_coins: coins,
  }),
  output: transferRequest,
  errors: [
    'transfer_not_multiple',
    'insufficient_funds',
    'coins_maturing',
    'open_requests_full',
    'amount_over_limit',
    'amount_too_large',
    'outgoing_stopped',
    'recipient_is_self',
    'recipient_invalid',
  ],
})

export const cancelRequest = defineOperation(endpoints.cancelRequest, {
  summary: 'Cancel the caller’s own pending request; locked coins return.',
  params: z.strictObject({ requestId: id }),
  output: request,
  errors: ['already_processed', 'not_found', 'account_under_review'],
})

export const decideRequest = defineOperation(endpoints.decideRequest, {
  summary:
    'Approve or reject a pending request. The member sees the notes; a rejection needs them. An approval that needs a second administrator leaves the request pending until one approves it, too.',
  params: z.strictObject({ userId: id, requestId: id }),
  body: z.strictObject({
    status: z.enum(['approved', 'rejected']),
    admin_notes: optionalText(t('Notes'), 2000),
    /** The warnings about the request that the administrator has read. */
    acknowledged: z.optional(z.array(z.enum(approvalWarnings)).check(z.maxLength(approvalWarnings.length))),
    /** The final transfers that pay for a buy. Without any, the slip alone is believed. */
    transfers: z.optional(z.array(transferName).check(z.maxLength(endpoints.allocatedTransfersMax))),
    /** Part credits a buy in proportion to transfers that bring less than it costs. */
    credit: z.optional(z.enum(endpoints.credits)),
    reuse_reason: z.optional(reuseReason),
    /** The revision of the slip that the administrator saw; without one, the first. */
    slip_revision: z.optional(z.int().check(z.minimum(0))),
  }),
  output: request,
  errors: [
    'already_processed',
    'not_found',
    'slip_missing',
    'recipient_not_active',
    'reason_required',
    'amount_too_large',
    'wallet_of_platform',
    'wallet_address_unlisted',
    'request_held',
    'debt_open',
    'account_under_review',
    'platform_under_review',
    'outgoing_stopped',
    'step_up_required',
    'warning_unread',
    'payment_used_before',
    'slip_replaced',
    'approval_given_already',
    'held_by_policy',
    'approval_differs',
    'transfer_not_payable',
    'transfer_allocated_already',
    'payment_too_small',
    'payment_complete',
  ],
})

const filters = {
  kind: z.optional(z.enum(endpoints.requestKinds)),
  status: z.optional(z.enum(endpoints.requestStatuses)),
}

export const listRequests = defineOperation(endpoints.listRequests, {
  summary: 'The calling member’s requests of every kind, newest first.',
  query: z.strictObject({ ...filters, ...pageQuery }),
  output: pageOf(request),
})

export const getRequest = defineOperation(endpoints.getRequest, {
  summary: 'One request: members their own, administrators any.',
  params: z.strictObject({ userId: id, requestId: id }),
  output: request,
  errors: ['not_found'],
})
