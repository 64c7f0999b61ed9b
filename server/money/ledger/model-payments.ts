import type { ErrorCode } from '../../../contract/errors.ts'
import { namesOf, type LedgerCall } from './model-calls.ts'
import type { rules } from './model-rules.ts'
import type { Member, Request, Transfer } from './model-world.ts'

/** The rules for transfers that pay for buys, as the model plays them. */

type Decision = Extract<LedgerCall, { type: 'decide' }>

/** The part of the model's world that the rules read. */
interface World {
  members: ReadonlyMap<string, Member>
  requests: ReadonlyMap<string, Request>
  transfers: ReadonlyMap<string, Transfer>
  rules: typeof rules
}

const none = { received: null, credited: null }
/** A base unit is a hundred units of the model. */
const unitsOfBase = 100n

/** Returns what the transfers of an approval bring and what it credits, or adds the reasons that refuse it. */
export function judgePayment(
  { requests, transfers, rules: played }: World,
  call: Decision,
  refusals: Set<ErrorCode>,
): Pick<Request, 'received' | 'credited'> {
  const names = namesOf(call.transfers)
  if (names.length === 0 && !call.isPart) return none
  if (call.status === 'rejected') refusals.add('invalid_request')
  const request = requests.get(call.requestId)
  if (request?.status !== 'pending') return none
  if (request.kind !== 'buy' || request.usdt === null || names.length === 0) {
    refusals.add('invalid_request')
    return none
  }
  const named = names.map((name) => transfers.get(name))
  if (named.some((transfer) => !transfer?.isOurs)) refusals.add('transfer_not_payable')
  if (named.some((transfer) => transfer?.isUsed)) refusals.add('transfer_allocated_already')
  const received = named.reduce((sum, transfer) => sum + (transfer?.units ?? 0n), 0n)
  const wanted = request.usdt / unitsOfBase
  if (!call.isPart) {
    if (received < wanted) refusals.add('payment_too_small')
    return { received, credited: null }
  }
  if (received >= wanted) refusals.add('payment_complete')
  const credited = {
    coins: played.paidPart(request.coins, received, wanted, 10_000n),
    usd: played.paidPart(request.usd, received, wanted, 1_000_000n),
  }
  if (credited.coins === 0n) refusals.add('payment_too_small')
  return { received, credited }
}

/** Returns the payment that an approval names, to compare it with that of a second one. */
export function paymentOf({ transfers, isPart }: Decision): string {
  return JSON.stringify([namesOf(transfers), isPart])
}

/** True if this payment has no approval of another administrator that counts. */
export function differsFromFirst({ members, requests, rules: played }: World, call: Decision): boolean {
  const approved = requests.get(call.requestId)?.payments ?? new Map<string, string>()
  return ![...approved].some(([id, payment]) => {
    const person = members.get(id)
    const counts = id !== call.actorId && person?.status === 'Active' && played.mayDecide(person.duty)
    return counts && payment === paymentOf(call)
  })
}
