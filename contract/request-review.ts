import * as z from 'zod/mini'
import { approvalWarnings } from './approval-warnings.ts'
import { decimal, defineOperation, id, moment } from './operation.ts'
import { adminOnly } from './roles.ts'
import { membershipPackage } from './packages.ts'
import { profileStatuses } from './profiles.ts'
import { request, requestKinds, requestStatuses } from './requests.ts'
import { walletReview } from './wallet-review.ts'

/** Who an approval touches. `member` made the request. */
export const effectRoles = ['member', 'recipient', 'referrer'] as const

/** What an approval at this moment would do to one person’s balance. */
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
})
export type Effect = z.infer<typeof effect>

/**
 * What speaks against a request, or has to be looked at. The same file or payment in another request, by anybody, stays
 * for ever; what has changed since the request was made is said while it is pending.
 */
export const evidenceKinds = [
  'same_file',
  'same_transaction_hash',
  'address_changed',
  'amount_differs',
  'rate_differs',
] as const

/** Of many requests with the same file or payment the newest so many are named, and so many counted. */
export const evidenceShown = 5
export const evidenceCountMax = 100

export const evidence = z.object({
  kind: z.enum(evidenceKinds),
  /** The others with the same file or payment, newest first: `evidenceShown` of them at most. */
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
  /** How many others there are, up to `evidenceCountMax`. */
  count: z.number(),
  /**
   * The address, USD price or rate of the request, and what it is now: for a buy USD per USDT, for others USD per ET. Null
   * for a file or payment, for no address, and for the price of a package that no longer has this amount.
   */
  before: z.nullable(z.string()),
  current: z.nullable(z.string()),
})
export type Evidence = z.infer<typeof evidence>

export const getRequestReview = defineOperation({
  id: 'get_request_review',
  summary: 'What an administrator compares before deciding: the member, the balance and the expected figures.',
  method: 'GET',
  path: '/api/requests/:userId/:requestId/review',
  access: adminOnly,
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
    /** The package as it is now; null for a top-up or another kind. */
    package: z.nullable(membershipPackage),
    /** What this amount would cost today, to compare with what was frozen. Null for other kinds than buy. */
    expected: z.nullable(z.object({ amount_usd: decimal, usdt_amount: decimal })),
    /** The deposit address that the member of a buy was shown. Null for other kinds, and where none was set. */
    deposit_address: z.nullable(z.string()),
    /** Everybody whose coins an approval moves, the member first. Empty once the request is decided. */
    effects: z.array(effect),
    /** Coins that an approval adds to those of the request; 0 for other kinds than buy. */
    bonus_coins: decimal,
    /** Coins that an approval pays, or has paid, to whoever referred the member. */
    referral_reward_coins: decimal,
    evidence: z.array(evidence),
    /** What an approval must acknowledge. Empty once the request is decided. */
    warnings: z.array(z.enum(approvalWarnings)),
    /** Whether no other transfer ever brought coins from one of the two to the other. Null for other kinds than transfer. */
    is_first_transfer: z.nullable(z.boolean()),
    attachment: z.nullable(z.object({ mime_type: z.string(), size_bytes: z.number() })),
    /** About the address that a withdrawal goes to. Null for other kinds. */
    wallet: z.nullable(walletReview),
    /** Whether a decision asks for the password or a code again, because of the amount. */
    needs_step_up: z.boolean(),
  }),
  errors: ['not_found'],
})

const statusCounts = z.object({
  total: z.number(),
  pending: z.number(),
  approved: z.number(),
  rejected: z.number(),
  cancelled: z.number(),
  oldest_pending_at: z.nullable(moment),
})

export const getRequestCounts = defineOperation({
  id: 'get_request_counts',
  summary: 'How many requests of each kind are in each status, and since when the oldest waits.',
  method: 'GET',
  path: '/api/request-counts',
  access: adminOnly,
  output: z.object({ buy: statusCounts, withdrawal: statusCounts, transfer: statusCounts }),
})
export type RequestCounts = z.infer<typeof getRequestCounts.output>
