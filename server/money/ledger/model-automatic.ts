import { toUnits } from '../../../contract/money.ts'
import type { Amounts } from './model-amounts.ts'
import { worthOfRequest } from './model-policies.ts'
import type { Limits, rules } from './model-rules.ts'
import { proofsOf } from './model-slips.ts'
import type { Member, Request, Transfer } from './model-world.ts'

/** The buys that the policy approves, as the model plays them. */

export interface Automatic {
  isOn: boolean
  /** The most worth of one buy, and of all of a day. */
  singleUsd: string
  dailyUsd: string
  /** The worth that the policy has approved. */
  sum: bigint
}

/** The part of the model's world that the policy reads. */
interface World {
  members: ReadonlyMap<string, Member>
  requests: ReadonlyMap<string, Request>
  transfers: ReadonlyMap<string, Transfer>
  amounts: Amounts
  automatic: Automatic
  settings: { rate: string }
  policies: Limits
  rules: typeof rules
}

/** Returns the first buy that the policy may approve now, with its payment and its worth. */
export function findAutomatic(world: World): { request: Request; transfer: Transfer; worth: bigint } | undefined {
  if (!world.automatic.isOn) return undefined
  for (const request of world.requests.values()) {
    const transfer = isClear(world, request) ? findPayment(world, request) : undefined
    const worth = worthOfRequest(world, request)
    if (transfer && isWithin(world, worth)) return { request, transfer, worth }
  }
  return undefined
}

/** True if nothing about the request, its member and its proofs asks for a person. */
function isClear({ members, requests, rules: played }: World, request: Request): boolean {
  const { kind, status, tail, hasSlip, approvers, proofs, usdt } = request
  const member = members.get(request.userId)
  if (kind !== 'buy' || status !== 'pending' || tail === 0n || !hasSlip || approvers.length > 0) return false
  if (!played.isUndoubted(request)) return false
  if (
    played.isOverdue(request, request.days) ||
    member?.status !== 'Active' ||
    played.isHeld(member) ||
    played.isStopped(member)
  )
    return false
  const others = [...requests.values()].filter((other) => other !== request)
  const isShared = others.some((other) => proofsOf(other).some((proof) => proofs.includes(proof)))
  const isRival = others.some((other) => other.kind === 'buy' && other.status === 'pending' && other.usdt === usdt)
  return !isShared && !isRival
}

/** Returns the one free transfer of the amount. No transfer here has the hash that a buy names, so such a buy has none. */
function findPayment({ transfers, rules: played }: World, request: Request): Transfer | undefined {
  const exact = [...transfers.values()].filter(
    ({ units, isUsed }) => !isUsed && played.isPaidBy(units, (request.usdt ?? 0n) / 100n),
  )
  const [only, second] = exact
  const isTimely = only && only.at > request.amountSince
  return isTimely && only.isOurs && !second && !request.namesHash ? only : undefined
}

function isWithin({ automatic, policies, rules: played }: World, worth: bigint): boolean {
  const { sum, singleUsd, dailyUsd } = automatic
  return (
    worth <= toUnits(singleUsd) && played.isWithinDay(worth, sum, dailyUsd) && !played.needsSecond(worth, sum, policies)
  )
}
