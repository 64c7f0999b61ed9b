import * as z from 'zod/mini'
import { maxRequestCoins } from './money.ts'
import { adminOnly, defineOperation, id } from './operation.ts'
import { plainText } from './text-fields.ts'
import { userDashboardStats } from './stats.ts'

export const adjustBalance = defineOperation({
  id: 'adjust_balance',
  summary: 'Correct a balance, with a reason: coins above zero are added, below zero taken away.',
  method: 'POST',
  path: '/api/profiles/:userId/adjustments',
  access: adminOnly,
  isMoney: true,
  stepUp: { action: 'decision', when: 'sometimes' },
  params: z.strictObject({ userId: id }),
  body: z.strictObject({
    coins: z.number().check(
      z.int(),
      z.minimum(-maxRequestCoins),
      z.maximum(maxRequestCoins),
      z.refine((value) => value !== 0),
    ),
    reason: plainText('Reason', 500),
    /** The movement that this entry undoes. */
    reverses_id: z.optional(z.nullable(id)),
  }),
  output: z.object({ movement_id: id, stats: userDashboardStats }),
  errors: ['not_found', 'amount_exceeds_balance', 'reversed_already', 'step_up_required'],
})
