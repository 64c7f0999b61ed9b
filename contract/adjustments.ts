import * as z from 'zod/mini'
import * as endpoints from './endpoints/adjustments.ts'
import { decimal, defineOperation, id, moment } from './operation.ts'
import { userDashboardStats } from './stats.ts'
import { adjustBalanceBody } from './user-bodies.ts'

export const adjustBalance = defineOperation(endpoints.adjustBalance, {
  summary: 'Correct a balance, with a reason: coins above zero are added, below zero taken away.',
  params: z.strictObject({ userId: id }),
  body: adjustBalanceBody,
  /** There is no movement yet while the correction waits for another owner, who makes the same call. */
  output: z.object({ movement_id: z.optional(id), stats: userDashboardStats }),
  errors: [
    'not_found',
    'account_closed',
    'amount_exceeds_balance',
    'amount_too_large',
    'reversed_already',
    'account_under_review',
    'platform_under_review',
    'step_up_required',
    'approval_given_already',
    'proposals_full',
    'proposed_already',
  ],
})

export const adjustment = z.object({
  /** The id of this entry in the books. A reversal names it. */
  movement_id: id,
  /** Above zero, coins were added; below zero, coins were taken away. */
  coins: decimal,
  reason: z.string(),
  /** The administrator who made it. */
  made_by_name: z.nullable(z.string()),
  created_at: moment,
  /** The movement that this entry undid; null when it undid none. */
  reverses_id: z.nullable(id),
  /** The moment at which another entry undid this one; null while none has. */
  reversed_at: z.nullable(moment),
})
export type Adjustment = z.infer<typeof adjustment>

export const getAdjustment = defineOperation(endpoints.getAdjustment, {
  summary: 'The correction behind a transaction: its reason, its administrator and its reversal, if there is one.',
  params: z.strictObject({ userId: id, transactionId: id }),
  output: adjustment,
  errors: ['not_found'],
})
