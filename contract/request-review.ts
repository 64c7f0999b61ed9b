import * as z from 'zod/mini'
import { adminOnly, decimal, defineOperation, id, moment } from './operation.ts'
import { membershipPackage } from './packages.ts'
import { profileStatuses } from './profiles.ts'
import { request, requestKinds } from './requests.ts'
import { walletReview } from './wallet-review.ts'

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
    attachment: z.nullable(z.object({ mime_type: z.string(), size_bytes: z.number() })),
    /** About the address that a withdrawal goes to. Null for other kinds. */
    wallet: z.nullable(walletReview),
    /** Whether a decision asks for the password or a code again, because of the amount. */
    needs_step_up: z.boolean(),
  }),
  errors: ['not_found'],
})

export const getRequestCounts = defineOperation({
  id: 'get_request_counts',
  summary: 'How many requests of each kind are in each status, and since when the oldest waits.',
  method: 'GET',
  path: '/api/request-counts',
  access: adminOnly,
  output: z.record(
    z.enum(requestKinds),
    z.object({
      total: z.number(),
      pending: z.number(),
      approved: z.number(),
      rejected: z.number(),
      cancelled: z.number(),
      oldest_pending_at: z.nullable(moment),
    }),
  ),
})
export type RequestCounts = z.infer<typeof getRequestCounts.output>
