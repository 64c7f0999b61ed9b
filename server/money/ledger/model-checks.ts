import type { ErrorCode } from '../../../contract/errors.ts'
import { multiply, toUnits } from '../../../contract/money.ts'
import { refusalsOfPayment } from './model-addresses.ts'
import type { LedgerCall } from './model-calls.ts'
import type { rules } from './model-rules.ts'
import type { Member, Package, Request } from './model-world.ts'

/** The part of the model's world that the checks read. */
interface World {
  members: ReadonlyMap<string, Member>
  platformAddresses: ReadonlySet<string>
  rules: typeof rules
}

/** The coins of which every request is a multiple. */
export const coinStep = toUnits('1000')

/** Returns the reasons why a member may not make a request. */
export function refusalsOf(member: Member | undefined): Set<ErrorCode> {
  const refusals = new Set<ErrorCode>()
  if (member?.role !== 'user') refusals.add('forbidden')
  if (member?.status === 'Suspended') refusals.add('account_suspended')
  if (member?.status === 'Inactive' || member?.status === 'Closed') refusals.add('account_inactive')
  return refusals
}

/** True if members may buy the package. */
export function isBuyable(pack: Package): boolean {
  const coins = toUnits(pack.coins)
  return (
    !pack.isDeleted &&
    coins >= coinStep &&
    coins % coinStep === 0n &&
    toUnits(multiply(pack.coins, pack.coinPrice, 2)) > 0n
  )
}

/** Returns the reasons for which the caller of an administrators' call may not make it, done before or not. */
export function refusalsOfCaller({ members, rules: played }: World, call: LedgerCall): Set<ErrorCode> {
  const refusals = new Set<ErrorCode>()
  if (call.type !== 'decide' && call.type !== 'adjust' && call.type !== 'reverse') return refusals
  const actor = members.get(call.actorId)
  const isAdmin = actor?.role === 'admin' && actor.status === 'Active'
  if (!isAdmin || call.userId === call.actorId) refusals.add('forbidden')
  const covers = call.type === 'adjust' ? played.mayAdjust : played.mayDecide
  if (isAdmin && !covers(actor.duty)) refusals.add('duty_missing')
  return refusals
}

/** Returns the reasons for which a pending request cannot be approved now. */
export function refusalsOfApproval(world: World, request: Request): Set<ErrorCode> {
  const refusals = new Set<ErrorCode>()
  const { kind, wallet } = request
  if (kind === 'buy' && !request.hasSlip) refusals.add('slip_missing')
  const recipient = world.members.get(request.recipientId ?? '')
  if (request.recipientId !== null && recipient?.status !== 'Active') refusals.add('recipient_not_active')
  const owner = world.members.get(request.userId)
  if (!owner) return refusals.add('not_found')
  if (kind !== 'buy' && world.rules.isHeld(owner)) refusals.add('request_held')
  if (kind !== 'buy' && world.rules.isStopped(owner)) refusals.add('outgoing_stopped')
  if (kind !== 'buy' && owner.debts.some(({ remaining }) => remaining > 0n)) refusals.add('debt_open')
  if (wallet !== null) for (const code of refusalsOfPayment(world, owner, wallet)) refusals.add(code)
  return refusals
}
