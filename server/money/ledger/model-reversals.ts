import { trimWaiting } from './model-maturity.ts'
import { noteReported, type ReportedSum } from './model-reports.ts'
import type { rules } from './model-rules.ts'
import { proofsOf } from './model-slips.ts'
import type { ErrorCode } from '../../../contract/errors.ts'
import type { Member, Request, Transfer } from './model-world.ts'

/** The rules of reversals and debts, as the model plays them. */

/** The part of the model's world that a reversal reads and writes. */
interface World {
  members: ReadonlyMap<string, Member>
  requests: ReadonlyMap<string, Request>
  transfers: ReadonlyMap<string, Transfer>
  usedProofs: Map<string, string>
  reported: Map<string, ReportedSum>
  totals: { issued: bigint; redeemed: bigint; investedUsd: bigint; withdrawn: bigint; transferred: bigint }
  rules: typeof rules
  find(userId: string): Member
  post(userId: string, type: string | null, available: bigint, locked: bigint): void
}

/** Repays what a member owes from coins that were just credited, the oldest debt first. */
export function repay(world: World, userId: string): void {
  const member = world.find(userId)
  for (const debt of member.debts) {
    const part = world.rules.repaid(debt.remaining, member.available)
    if (part === 0n) continue
    debt.remaining -= part
    world.post(userId, 'DEBT_OUT', -part, 0n)
    noteReported(world.reported, 'DEBT_OUT', part)
    world.totals.issued -= part
    trimWaiting(member, world.rules)
  }
}

/** Returns the reasons for which a request of this member cannot be reversed, and the reversal itself. */
export function planReversal(
  world: World,
  { userId, requestId }: { userId: string; requestId: string },
): { refusals: Set<ErrorCode>; carryOut: () => void } {
  const refusals = new Set<ErrorCode>()
  const request = world.requests.get(requestId)
  if (!request || request.userId !== userId) refusals.add('not_found')
  else if (request.status !== 'approved') refusals.add('request_not_approved')
  else if (!world.rules.mayReverse(request)) refusals.add('already_reversed')
  const others = [request?.recipientId, request?.reward?.userId].filter((id) => id != null)
  if ([userId, ...others].some((id) => world.members.get(id)?.status === 'Closed')) refusals.add('account_closed')
  return { refusals, carryOut: () => request && reverseRequest(world, request) }
}

/** Moves every leg of an approved request back. */
function reverseRequest(world: World, request: Request): void {
  const { userId, kind, recipientId, reward } = request
  const { coins, usd } = request.credited ?? request
  const bonus = request.credited ? 0n : request.bonus
  const member = world.find(userId)
  freePayment(world, request)
  if (kind === 'buy') undoFirstPurchase(world, request, member)
  request.isReversed = true
  if (kind !== 'buy') {
    if (recipientId) {
      owe(world, recipientId, coins)
      world.find(recipientId).incomingUsd -= usd
      takeBack(world, recipientId, coins, request.id)
      world.totals.transferred -= coins
    } else {
      world.totals.withdrawn -= coins
      world.totals.redeemed -= coins
    }
    member.outgoingUsd -= usd
    world.post(userId, 'REVERSAL_IN', coins, 0n)
    noteReported(world.reported, 'REVERSAL_IN', coins)
    repay(world, userId)
    return
  }
  owe(world, userId, coins + bonus)
  if (reward) owe(world, reward.userId, reward.coins)
  member.investedUsd -= usd
  world.totals.investedUsd -= usd
  takeBack(world, userId, coins, request.id)
  if (bonus > 0n) takeBack(world, userId, bonus, request.id)
  if (reward) takeBack(world, reward.userId, reward.coins, request.id)
  world.totals.issued -= coins + bonus + (reward?.coins ?? 0n)
}

/** Advances the coins that a member lacks to give these back. */
function owe(world: World, userId: string, coins: bigint): void {
  const member = world.find(userId)
  const lacking = world.rules.lacking(coins, member.available)
  if (lacking <= 0n) return
  member.debts.push({ coins: lacking, remaining: lacking })
  world.post(userId, 'DEBT_IN', lacking, 0n)
  noteReported(world.reported, 'DEBT_IN', lacking)
  world.totals.issued += lacking
}

/** Takes coins back. Those of the request no longer wait, and of the others no more than there are. */
function takeBack(world: World, userId: string, coins: bigint, requestId: string): void {
  const member = world.find(userId)
  world.post(userId, 'REVERSAL_OUT', -coins, 0n)
  noteReported(world.reported, 'REVERSAL_OUT', coins)
  for (const credit of member.maturing) if (credit.requestId === requestId) credit.coins = 0n
  trimWaiting(member, world.rules)
}

/** The proofs and the transfers of a buy may pay for another one. A buy that shares a proof with a reason holds it now. */
function freePayment({ requests, transfers, usedProofs }: World, request: Request): void {
  for (const transfer of transfers.values())
    if (transfer.pays === request.id) Object.assign(transfer, { isUsed: false, pays: undefined })
  for (const proof of proofsOf(request)) {
    if (usedProofs.get(proof) !== request.id) continue
    usedProofs.delete(proof)
    const heirs = [...requests.values()].filter(
      (other) => other !== request && other.settled > 0 && !other.isReversed && proofsOf(other).includes(proof),
    )
    const [heir] = heirs.toSorted((one, other) => one.settled - other.settled)
    if (heir) usedProofs.set(proof, heir.id)
  }
}

/** Undoes the first purchase if no other purchase is left, and gives the member the package of the newest one that is. */
function undoFirstPurchase({ requests, rules: played }: World, request: Request, member: Member): void {
  if (request.credited || !member.isFirstPurchaseDone) return
  const whole = [...requests.values()]
    .filter(({ userId, kind, settled, credited }) => {
      return userId === request.userId && kind === 'buy' && settled > 0 && !credited
    })
    .toSorted((one, other) => one.settled - other.settled)
  const oldest = whole.find(({ packageId }) => packageId !== null)
  if (!oldest) return
  const rest = whole.filter((other) => other !== request && !other.isReversed)
  const newest = rest.findLast(({ packageId }) => packageId !== null)
  if (played.isFirstAgain(rest.length))
    Object.assign(member, { isFirstPurchaseDone: false, packageId: oldest.earlierPackageId })
  else if (request.packageId !== null && newest) member.packageId = newest.packageId
}
