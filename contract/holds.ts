import * as z from 'zod/mini'
import * as endpoints from './endpoints/holds.ts'
import { decimal, defineOperation, emptyObject, id, moment } from './operation.ts'
import { reasonBody } from './user-bodies.ts'

/** The reasons for which a member's withdrawals and transfers cannot be approved now. */
export const outgoingState = z.object({
  /** The change that holds them longest, and the end of the hold; null without a hold. */
  hold: z.nullable(z.object({ cause: z.enum(endpoints.holdCauses), until: moment })),
  /** True after "This was not me", until an administrator lifts the stop. No request can be made meanwhile. */
  is_stopped: z.boolean(),
})
export type OutgoingState = z.infer<typeof outgoingState>

/** Available bonus and reward coins of a member that can be neither withdrawn nor sent yet, and the next of them. */
export const maturingCoins = z.object({ coins: decimal, next: z.object({ coins: decimal, at: moment }) })
export type MaturingCoins = z.infer<typeof maturingCoins>

export const getOutgoingState = defineOperation(endpoints.getOutgoingState, {
  summary: 'The hold or stop of the caller’s withdrawals and transfers.',
  output: outgoingState,
})

export const reportNotMe = defineOperation(endpoints.reportNotMe, {
  summary:
    'Say with the link of a mail that a change was not one’s own. Ends every session of the account, forgets its devices, ' +
    'and stops its withdrawals and transfers.',
  body: z.strictObject({ token: z.string().check(z.maxLength(200)) }),
  output: emptyObject,
  errors: ['link_invalid'],
})

export const liftStop = defineOperation(endpoints.liftStop, {
  summary:
    'Let the withdrawals and transfers of a member go on, with a reason, after the member has spoken with support.',
  params: z.strictObject({ userId: id }),
  body: reasonBody,
  output: emptyObject,
  errors: ['not_found', 'step_up_required'],
})
