import * as z from 'zod/mini'
import * as endpoints from './endpoints/account-closure.ts'
import { defineOperation, emptyObject, id, moment } from './operation.ts'
import { reasonBody } from './user-bodies.ts'

const obstacles = z.array(z.enum(endpoints.closureObstacles))

/** An account that waits to be closed. */
export const waitingClosure = z.object({
  closes_at: moment,
  /** True if an administrator began it for the member. */
  is_by_administrator: z.boolean(),
})
export type WaitingClosure = z.infer<typeof waitingClosure>

export const closureState = z.object({
  /** Null while the account is to stay. */
  waiting: z.nullable(waitingClosure),
  /** The reasons why the account cannot be closed now. */
  obstacles,
  /** The newest closing, if something has kept the account from it. */
  withdrawn: z.nullable(z.object({ at: moment, obstacles })),
})
export type ClosureState = z.infer<typeof closureState>

export const getAccountClosure = defineOperation(endpoints.getAccountClosure, {
  summary: 'If the caller’s account waits to be closed, and what would keep it from that.',
  output: closureState,
})

export const askAccountClosure = defineOperation(endpoints.askAccountClosure, {
  summary:
    'Close the caller’s account in seven days. The member ID confirms that it is meant. A mail says how to keep the account.',
  body: z.strictObject({ member_id: z.string().check(z.trim(), z.maxLength(32)) }),
  output: closureState,
  errors: ['member_id_differs', 'account_not_empty', 'closure_waits', 'outgoing_stopped', 'step_up_required'],
})

export const keepAccount = defineOperation(endpoints.keepAccount, {
  summary: 'Keep the caller’s account, which waits to be closed.',
  output: closureState,
})

const userId = z.strictObject({ userId: id })

export const beginClosure = defineOperation(endpoints.beginClosure, {
  summary:
    'Close the account of a member who has asked for it, in seven days, with a reason. The member gets a mail, and can keep the account.',
  params: userId,
  body: reasonBody,
  output: emptyObject,
  errors: ['not_found', 'account_closed', 'account_not_empty', 'closure_waits', 'outgoing_stopped', 'step_up_required'],
})

export const callOffClosure = defineOperation(endpoints.callOffClosure, {
  summary: 'Keep the account of a member, which waits to be closed, with a reason. The member gets a mail.',
  params: userId,
  body: reasonBody,
  output: emptyObject,
  errors: ['not_found', 'step_up_required'],
})
