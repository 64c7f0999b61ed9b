import * as z from 'zod/mini'
import * as endpoints from './endpoints/own-payment.ts'
import { decimal, defineOperation, id, moment } from './operation.ts'

export const ownPayment = z.object({
  state: z.enum(endpoints.ownPaymentStates),
  transactions: z.array(
    z.object({
      hash: z.string(),
      is_final: z.boolean(),
      reason: z.enum(endpoints.ownPaymentReasons),
      /** The USDT that were received. Null until it is final, and for a hash that was named and fits by nothing else. */
      usdt: z.nullable(decimal),
      /** The time of the final block; null with the amount. */
      block_time: z.nullable(moment),
      explorer_url: z.string(),
    }),
  ),
})
export type OwnPayment = z.infer<typeof ownPayment>

export const getOwnPayment = defineOperation(endpoints.getOwnPayment, {
  summary:
    'What the network says about the payment of an own buy. It has only transactions that plainly suggest this buy, that pay for it, ' +
    'or whose hash the caller has named. Of a hash alone it says no more than that it is final.',
  params: z.strictObject({ requestId: id }),
  output: ownPayment,
  errors: ['not_found'],
})
