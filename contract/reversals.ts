import * as z from 'zod/mini'
import * as endpoints from './endpoints/reversals.ts'
import { payoutStates } from './endpoints/payouts.ts'
import { decimal, defineOperation, id } from './operation.ts'
import { brokenRule } from './outlook.ts'
import { effectRoles } from './request-review.ts'
import { request } from './requests.ts'
import { reversalReason } from './reversal-reason.ts'

/** The effect that a reversal at this moment would have on one person’s balance. */
export const reversalEffect = z.object({
  user_id: id,
  full_name: z.string(),
  member_id: z.string(),
  role: z.enum(effectRoles),
  /** The coins that the person gets back; below zero, those that the person gives back. */
  coins: decimal,
  available_before: decimal,
  available_after: decimal,
  locked_coins: decimal,
  /** The coins that the person owes. The next credits repay them. */
  debt_before: decimal,
  debt_after: decimal,
})
export type ReversalEffect = z.infer<typeof reversalEffect>

/**
 * The outcome for the first purchase. `restored`: it is undone, and the next first package earns the reward again. `kept`: a
 * later purchase depends on it. `none`: the request is not the first purchase.
 */
export const firstPurchaseOutcomes = ['none', 'restored', 'kept'] as const

/** The reasons for which a request cannot be reversed by the caller now. */
export const reversalObstacles = [
  'request_not_approved',
  'already_reversed',
  'reversed_already',
  'payout_sent_already',
  'forbidden',
] as const

export const previewReversal = defineOperation(endpoints.previewReversal, {
  summary: 'The effects that a reversal of an approved request by the caller would have now.',
  params: z.strictObject({ userId: id, requestId: id }),
  output: z.object({
    /** Null if the caller can reverse it. */
    obstacle: z.nullable(z.enum(reversalObstacles)),
    /** Each person with coins that move, the member first. */
    effects: z.array(reversalEffect),
    /** The new debts of all of them together. */
    debt_coins: decimal,
    first_purchase: z.enum(firstPurchaseOutcomes),
    /** The member’s package afterwards; null for none. */
    package_name: z.nullable(z.string()),
    /** The transfers on the chain that could pay for another request afterwards. */
    transfers: z.number(),
    /** The payment of a withdrawal; null for another kind. One of an untracked withdrawal may have left. */
    payout_state: z.nullable(z.enum(payoutStates)),
    worth_usd: decimal,
    /** `second`: another owner has to agree. `delay`: it waits for its time, because there is no other owner. */
    need: z.enum(['nothing', 'second', 'delay']),
    rule: z.nullable(brokenRule),
  }),
  errors: ['not_found'],
})
export type ReversalPreview = z.infer<typeof previewReversal.output>

export const reverseRequest = defineOperation(endpoints.reverseRequest, {
  summary:
    'Reverse an approved request as a whole, once: every leg moves back, and who no longer has the coins owes them. One that needs a second administrator waits until another one makes the same call, or an owner approves it.',
  params: z.strictObject({ userId: id, requestId: id }),
  body: z.strictObject({
    reason: reversalReason,
    /** The new debts that the preview has shown. The call is refused if there would be more by now. */
    debt_coins: z.optional(decimal),
  }),
  /** `is_reversed` is false while the reversal waits. */
  output: z.object({ request, is_reversed: z.boolean() }),
  errors: [
    'not_found',
    'request_not_approved',
    'already_reversed',
    'account_closed',
    'reversed_already',
    'payout_sent_already',
    'reversal_differs',
    'account_under_review',
    'platform_under_review',
    'step_up_required',
    'approval_given_already',
    'proposals_full',
    'proposed_already',
  ],
})
