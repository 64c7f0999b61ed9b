import type { ErrorCode } from '../../../contract/errors.ts'
import { divide, fromUnits, multiply, toUnits } from '../../../contract/money.ts'
import { planTail, type Amounts } from './model-amounts.ts'
import type { SubmitCall } from './model-calls.ts'
import { isBuyable, refusalsOf } from './model-checks.ts'
import { rewardOf } from './model-policies.ts'
import type { rules } from './model-rules.ts'
import type { BuyTerms, Member, Package, Request } from './model-world.ts'

/** The part of the model's world that the terms of a buy depend on. */
interface World {
  members: ReadonlyMap<string, Member>
  packages: ReadonlyMap<string, Package>
  requests: ReadonlyMap<string, Request>
  settings: { rate: string; usdtRate: string; topUpPrice: string; limitUsd: string; isFallback: boolean }
  amounts: Amounts
  rules: typeof rules
}

/**
 * Returns the terms of a buy now, with an amount that is the member's own if the settings want that. `shown` differs whenever
 * a term differs that matters to a member.
 */
export function termsOf(
  world: World,
  buy: Pick<SubmitCall, 'actorId' | 'coins' | 'packageId'>,
): { refusals: Set<ErrorCode>; terms: BuyTerms } {
  const { members, packages, settings, amounts, rules: played } = world
  const refusals = refusalsOf(members.get(buy.actorId))
  const coins = BigInt(buy.coins) * toUnits('1')
  const pack = packages.get(buy.packageId ?? '')
  const isPackage = pack !== undefined && toUnits(pack.coins) === coins
  if (buy.packageId && (!pack || pack.isDeleted)) refusals.add('package_not_found')
  if (pack && !isBuyable(pack)) refusals.add('package_not_buyable')
  if (!isPackage && !members.get(buy.actorId)?.isFirstPurchaseDone) {
    refusals.add(buy.packageId ? 'package_amount_mismatch' : 'package_required')
  }
  const packageId = isPackage ? buy.packageId : null
  const usd = toUnits(multiply(fromUnits(coins), isPackage ? pack.coinPrice : settings.topUpPrice, 2))
  if (toUsdt(world, usd) === 0n) refusals.add('amount_worth_nothing')
  if (!played.mayBuyAt(settings.isFallback)) refusals.add('exchange_rate_missing')
  const bonus = isPackage ? played.bonus(pack) : 0n
  const reward = rewardOf(world, { userId: buy.actorId, coins, bonus, packageId: packageId ?? null })
  if (isOverLimit(world, usd, coins, bonus + reward)) refusals.add('amount_over_limit')
  const tail = amounts.isOn ? planTail(world, buy.actorId, toUsdt(world, usd)) : 0n
  if (tail === undefined) refusals.add('amounts_taken')
  const { rate, usdtRate, isFallback } = settings
  const shown = [buy.actorId, coins, packageId, usd, bonus, rate, usdtRate, isFallback, tail]
  return { refusals, terms: { packageId, usd, tail: tail ?? 0n, bonus, shown: shown.join(' ') } }
}

export function isOverLimit(
  { rules: played, settings }: Pick<World, 'rules' | 'settings'>,
  usd: bigint,
  coins: bigint,
  bonus: bigint,
): boolean {
  return played.worth(usd, coins, bonus, settings.rate) > toUnits(settings.limitUsd)
}

export function toUsdt({ settings }: Pick<World, 'settings'>, usd: bigint): bigint {
  return toUnits(divide(fromUnits(usd), settings.usdtRate, 4))
}
