import * as z from 'zod/mini'
import * as endpoints from './endpoints/request-review.ts'
import { approvalWarnings } from './approval-warnings.ts'
import { chainReview } from './chain-review.ts'
import { usualTimes } from './decision-times.ts'
import { maturingCoins, outgoingState } from './holds.ts'
import { decimal, defineOperation, id, moment } from './operation.ts'
import { approvalOutlook } from './outlook.ts'
import { membershipPackage } from './packages.ts'
import { earlierUse, reuseReasonGiven } from './payment-reuse.ts'
import { profileStatuses } from './endpoints/profiles.ts'
import { credits, requestKinds, requestStatuses } from './endpoints/requests.ts'
import { request, type RequestKind } from './requests.ts'
import { formerSlip } from './slip-requests.ts'
import { transferName } from './transfer-name.ts'
import { walletReview } from './wallet-review.ts'

/** The roles of the people in an approval. `member` made the request. */
export const effectRoles = ['member', 'recipient', 'referrer'] as const

/** The effect that an approval at this moment would have on one person’s balance. */
export const effect = z.object({
  user_id: id,
  full_name: z.string(),
  member_id: z.string(),
  status: z.enum(profileStatuses),
  role: z.enum(effectRoles),
  available_before: decimal,
  available_after: decimal,
  locked_before: decimal,
  locked_after: decimal,
  total_before: decimal,
  total_after: decimal,
  /** The coins that repay a debt at once, and are not in the balance afterwards. */
  debt_repaid: decimal,
})
export type Effect = z.infer<typeof effect>

/**
 * The reasons to doubt or to check a request. The same file or payment in a request of any member counts for ever.
 * Changes since the request was made count only while it is pending.
 */
export const evidenceKinds = [
  'same_file',
  'same_transaction_hash',
  'address_changed',
  'amount_differs',
  'rate_differs',
] as const

/**
 * Many requests may have the same file or payment. The newest `evidenceShownMax` are listed, and up to `evidenceCountMax`
 * are counted.
 */
export const evidenceShownMax = 5
export const evidence = z.object({
  kind: z.enum(evidenceKinds),
  /** The other requests with the same file or payment, newest first, at most `evidenceShownMax`. */
  requests: z.array(
    z.object({
      user_id: id,
      id,
      kind: z.enum(requestKinds),
      status: z.enum(requestStatuses),
      created_at: moment,
      full_name: z.string(),
      member_id: z.string(),
      is_same_member: z.boolean(),
    }),
  ),
  /** The number of other requests, up to `evidenceCountMax`. */
  count: z.number(),
  /**
   * The address, USD price or rate of the request, and its value now. The rate of a buy is USD per USDT, that of others
   * USD per ET. Null for a file or payment, for a missing address, and for the price of a package that no longer has
   * this amount.
   */
  before: z.nullable(z.string()),
  current: z.nullable(z.string()),
})
export type Evidence = z.infer<typeof evidence>

export const getRequestReview = defineOperation(endpoints.getRequestReview, {
  summary: 'The evidence for a decision: the member, the balance and the expected figures.',
  params: z.strictObject({ userId: id, requestId: id }),
  output: z.object({
    request,
    member: z.object({
      status: z.enum(profileStatuses),
      first_purchase_done: z.boolean(),
      available_coins: decimal,
      locked_coins: decimal,
      approved_buys: z.number(),
      rejected_buys: z.number(),
    }),
    /** The package as it is now; null for a top-up or for a request that is no buy. */
    package: z.nullable(membershipPackage),
    /** The price of this amount today, to compare with the price on the request. Null for other kinds than buy. */
    expected: z.nullable(z.object({ amount_usd: decimal, usdt_amount: decimal })),
    /**
     * The deposit address that the member of a buy was shown. Null for other kinds, and when members were shown none.
     */
    deposit_address: z.nullable(z.string()),
    /** The effects on each person with coins that an approval moves, the member first. Empty once the request is decided. */
    effects: z.array(effect),
    /** The bonus coins that an approval adds to those of the request; 0 for other kinds than buy. */
    bonus_coins: decimal,
    /** The coins that an approval pays, or has paid, to the member's referrer. */
    referral_reward_coins: decimal,
    evidence: z.array(evidence),
    /**
     * The approved buys to which the file or the transaction hash of this buy belongs. An approval then needs a reason. Empty
     * once the request is decided.
     */
    earlier_uses: z.array(earlierUse),
    /** The reasons of administrators who approved it all the same, oldest first. */
    reuse_reasons: z.array(reuseReasonGiven),
    /** The warnings that an approval must acknowledge. Empty once the request is decided. */
    warnings: z.array(z.enum(approvalWarnings)),
    /**
     * True if no other approved transfer moved coins between the two members, either way. Null for other kinds than
     * transfer.
     */
    is_first_transfer: z.nullable(z.boolean()),
    /** The hold or stop of the member's withdrawals and transfers; null for a buy, and once the request is decided. */
    outgoing: z.nullable(outgoingState),
    /** The member's available coins that still wait; null without any, for a buy, and once the request is decided. */
    maturing: z.nullable(maturingCoins),
    attachment: z.nullable(z.object({ mime_type: z.string(), size_bytes: z.number() })),
    /** The review of the address that a withdrawal goes to. Null for other kinds. */
    wallet: z.nullable(walletReview),
    /** True when a decision needs the password or a code again, because of the amount. */
    needs_step_up: z.boolean(),
    /** The payments on chain that may belong to a buy. Null for other kinds. */
    chain: z.nullable(chainReview),
    /** The transfers and the credit of the first approval that counts, for the second administrator; null without one. */
    first_payment: z.nullable(z.object({ transfers: z.array(transferName), credit: z.enum(credits) })),
    /** The slips of a buy that were replaced, newest first, and the time at which the present one arrived; null for the first slip. */
    former_slips: z.array(formerSlip),
    slip_sent_at: z.nullable(moment),
    /** The needs of an approval by the caller now; null once the request is decided. */
    outlook: z.nullable(approvalOutlook),
  }),
  errors: ['not_found'],
})

/** The calls about a request, as the ledger calls them. */
export const requestCalls = ['submit', 'cancel', 'approve', 'reject', 'reverse'] as const

/** The origin of a call: the person, the address and browser, and the id of the session, which may have ended. */
export const callOrigin = z.object({
  call: z.enum(requestCalls),
  caller_name: z.string(),
  ip_address: z.nullable(z.string()),
  user_agent: z.nullable(z.string()),
  session_id: id,
  created_at: moment,
})
export type CallOrigin = z.infer<typeof callOrigin>

export const getRequestOrigins = defineOperation(endpoints.getRequestOrigins, {
  summary:
    'The origins of the calls that made and decided a request, oldest first. A call of an earlier release has none.',
  params: z.strictObject({ userId: id, requestId: id }),
  output: z.object({ items: z.array(callOrigin) }),
  errors: ['not_found'],
})

const statusCounts = z.object({
  total: z.number(),
  pending: z.number(),
  /** The pending ones that wait for their members, who are asked for another slip. No administrator has to decide them now. */
  waits_for_member: z.number(),
  approved: z.number(),
  /** The approved ones that were reversed. They stay approved, and lists and files mark them. */
  reversed: z.number(),
  rejected: z.number(),
  cancelled: z.number(),
  expired: z.number(),
  /** The oldest pending one that waits for an administrator. */
  oldest_pending_at: z.nullable(moment),
  /** Null while too few were decided in the last 30 days to say. */
  usual: z.nullable(usualTimes),
  /** A request is overdue after so many seconds, or once it is later than the member’s package promises. */
  promise_seconds: z.number(),
  /** The overdue requests, at most `overdueMax`. */
  overdue: z.number(),
})
/** A schema for each kind by name, which the API's description can list. */
const countsByKind = Object.fromEntries(requestKinds.map((kind) => [kind, statusCounts])) as Record<
  RequestKind,
  typeof statusCounts
>

export const getRequestCounts = defineOperation(endpoints.getRequestCounts, {
  summary:
    'The number of requests by kind and status, the time of the oldest one that waits for an administrator, how long decisions took lately, and how many requests are overdue.',
  output: z.object(countsByKind),
})
export type RequestCounts = z.infer<typeof getRequestCounts.output>
