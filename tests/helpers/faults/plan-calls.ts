import type { Operation } from '../../../contract/operation.ts'
import {
  cancelRequest,
  decideRequest,
  submitBuyRequest,
  submitTransferRequest,
  submitWithdrawalRequest,
} from '../../../contract/requests.ts'
import type { Caller, Callers } from './callers.ts'
import type { Chance } from './chance.ts'
import type { Entry } from './journal.ts'

export type Planned = Omit<Entry, 'key' | 'madeAt' | 'attempts'>

const coins = 1000

/**
 * Plans a purchase of the package, a transfer to another member or a withdrawal, each as often as the others. A member who has used
 * all slips buys no more.
 */
export function planSubmission(member: Caller, { members, pack }: Callers, chance: Chance): Planned {
  const picked = chance.pick(['buy', 'transfer', 'withdrawal'] as const)
  const slip = picked === 'buy' ? member.slips.pop() : undefined
  const what = picked === 'buy' && !slip ? 'withdrawal' : picked
  const common = { callerId: member.id, memberId: member.id, what, coins }
  const callOf = ({ method, path }: Pick<Operation, 'method' | 'path'>, body: object) => ({
    call: { method, path, cookie: member.cookie, body: JSON.stringify(body) },
  })
  if (slip) {
    const { id, coins: amount, bonus, reward } = pack
    const body = { amount_coins: amount, package_id: id, payment_proof_id: slip.id }
    return { ...common, coins: amount, purchase: { slip, bonus, reward }, ...callOf(submitBuyRequest, body) }
  }
  if (what === 'withdrawal') return { ...common, ...callOf(submitWithdrawalRequest, { amount_coins: coins }) }
  const recipient = chance.pick(members.filter(({ id }) => id !== member.id))
  const body = { amount_coins: coins, recipient_member_id: recipient.memberId }
  return { ...common, recipientId: recipient.id, ...callOf(submitTransferRequest, body) }
}

/** Plans that the member takes a request back, or that the administrator approves or rejects it. */
export function planOutcome(made: Entry, member: Caller, admin: Caller, chance: Chance): Planned {
  const what = chance.pick(['cancelled', 'approved', 'rejected'] as const)
  const { requestId = '', recipientId, coins: amount, purchase } = made
  const common = { what, memberId: member.id, recipientId, coins: amount, purchase, requestId }
  if (what === 'cancelled') {
    const path = `/api/requests/${requestId}/cancellation` as const
    return {
      ...common,
      callerId: member.id,
      call: { method: cancelRequest.method, path, cookie: member.cookie, body: undefined },
    }
  }
  const path = `/api/requests/${member.id}/${requestId}/decision` as const
  const body = JSON.stringify({ status: what, admin_notes: what === 'rejected' ? 'Not possible today.' : '' })
  return { ...common, callerId: admin.id, call: { method: decideRequest.method, path, cookie: admin.cookie, body } }
}
