import { toUnits } from '../../../contract/money.ts'
import type { LedgerCall } from './model-calls.ts'
import { paymentOf } from './model-payments.ts'
import type { Limits, rules } from './model-rules.ts'
import type { Member, Request } from './model-world.ts'

/** The rules for decisions of great worth, as the model plays them. */

/** The part of the model's world that the rules read and write. */
interface World {
  members: ReadonlyMap<string, Member>
  requests: ReadonlyMap<string, Request>
  proposals: Map<string, string>
  decidedAlone: Map<string, bigint>
  settings: { rate: string }
  policies: Limits
  rules: typeof rules
}

/** A call is decided by one alone, is the first or the second of two, or repeats the first one of the same person. */
export type Judged = 'alone' | 'first' | 'second' | 'given'

/** Applies the rules to a call. */
export function judgeWorth(world: World, call: LedgerCall): Judged {
  const worth = worthOf(world, call)
  if (worth === null) return 'alone'
  const earlier = listEarlier(world, call)
  const covers = call.type === 'adjust' ? world.rules.mayAdjust : world.rules.mayDecide
  const counts = (id: string) => {
    const person = world.members.get(id)
    return person?.status === 'Active' && covers(person.duty)
  }
  if (earlier.some((id) => id !== call.actorId && counts(id))) return 'second'
  const sum = world.decidedAlone.get(call.actorId) ?? 0n
  if (!world.rules.needsSecond(worth, sum, world.policies)) return 'alone'
  return earlier.includes(call.actorId) ? 'given' : 'first'
}

/** Notes an accepted call for those that follow. */
export function noteJudged(world: World, call: LedgerCall, judged: Judged): void {
  const worth = worthOf(world, call)
  if (worth === null) return
  const { decidedAlone, proposals, requests } = world
  if (judged === 'alone') decidedAlone.set(call.actorId, (decidedAlone.get(call.actorId) ?? 0n) + worth)
  if (call.type === 'decide' && judged === 'first') {
    const request = requests.get(call.requestId)
    request?.approvers.push(call.actorId)
    // Both administrators approve the same slip, so the member is no longer asked.
    if (request) Object.assign(request, { isAsked: false, askedDays: 0 })
    request?.payments.set(call.actorId, paymentOf(call))
  }
  if (call.type !== 'adjust' && call.type !== 'reverse') return
  if (judged === 'first') proposals.set(correctionOf(call), call.actorId)
  // The proposer makes it alone now, or the proposer no longer counts.
  if (judged === 'second' || judged === 'alone') proposals.delete(correctionOf(call))
}

/** Returns the coins that the member's referrer would get now for these coins of a package. */
export function rewardOf(
  { members, rules: played }: Pick<World, 'members' | 'rules'>,
  { userId, coins, bonus, packageId }: Pick<Request, 'userId' | 'coins' | 'bonus' | 'packageId'>,
): bigint {
  const member = members.get(userId)
  if (packageId === null || !member?.referrerId || member.isFirstPurchaseDone) return 0n
  return played.reward({ coins, bonus }, true)
}

/** Returns the administrators who have approved this request, or who have proposed this correction. */
function listEarlier({ requests, proposals }: World, call: LedgerCall): string[] {
  if (call.type === 'decide') return requests.get(call.requestId)?.approvers ?? []
  const proposer = call.type === 'adjust' || call.type === 'reverse' ? proposals.get(correctionOf(call)) : undefined
  return proposer === undefined ? [] : [proposer]
}

/** Returns the worth that the rules compare; null for a call that they do not concern. */
function worthOf(world: World, call: LedgerCall): bigint | null {
  const { requests, settings, rules: played } = world
  if (call.type === 'adjust') {
    const coins = toUnits(call.coins)
    return played.correctionWorth(coins < 0n ? -coins : coins, settings.rate)
  }
  if (call.type === 'reverse') return worthOfReversal(world, requests.get(call.requestId))
  const request = call.type === 'decide' ? requests.get(call.requestId) : undefined
  if (call.type !== 'decide' || call.status !== 'approved' || request?.status !== 'pending') return null
  return worthOfRequest(world, request)
}

/** Returns the worth of everything that a reversal moves back; null if there is nothing to reverse. */
function worthOfReversal(
  { settings, rules: played }: Pick<World, 'settings' | 'rules'>,
  request: Request | undefined,
): bigint | null {
  if (request?.status !== 'approved' || request.isReversed) return null
  const { coins, usd } = request.credited ?? request
  const gifts = (request.credited ? 0n : request.bonus) + (request.reward?.coins ?? 0n)
  const rate = toUnits(request.rate) > toUnits(settings.rate) ? request.rate : settings.rate
  return played.worth(usd, coins, gifts, rate)
}

/** Returns the worth of a request now. */
export function worthOfRequest(world: Pick<World, 'members' | 'settings' | 'rules'>, request: Request): bigint {
  const { settings, rules: played } = world
  const { usd, coins, bonus } = request
  const rate = toUnits(request.rate) > toUnits(settings.rate) ? request.rate : settings.rate
  return played.worth(usd, coins, bonus + rewardOf(world, request), rate)
}

/** Returns the content of a correction or a reversal, without the administrator who makes it. */
function correctionOf(call: Extract<LedgerCall, { type: 'adjust' | 'reverse' }>): string {
  if (call.type === 'reverse') return JSON.stringify(['reverse', call.userId, call.requestId])
  return JSON.stringify([call.userId, String(toUnits(call.coins)), call.reversesId])
}
