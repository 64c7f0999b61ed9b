import { compare, multiply, percentageOf, add, coinStep, toUnits, type Decimal } from './money.ts'

/** What an administrator sets of a package, from which the rest follows. */
export interface PackageTerms {
  min_coin_purchase: Decimal
  /** USD per coin. */
  coin_price: Decimal
  bonus_percentage: Decimal
}

/** What a package costs and gives: the same that the database works out and keeps. */
export function packageTotals({
  min_coin_purchase: coins,
  coin_price: price,
  bonus_percentage: percentage,
}: PackageTerms) {
  const bonus = percentageOf(coins, percentage)
  return { total_price: multiply(coins, price, 2), bonus_coins: bonus, total_coins: add(coins, bonus) }
}

/** Why members are not offered a package, or null when they are: they buy whole thousands at a price above zero. */
export function whyNotOffered(terms: PackageTerms): 'coins' | 'price' | null {
  const coins = toUnits(terms.min_coin_purchase)
  if (coins <= 0n || coins % toUnits(String(coinStep)) !== 0n) return 'coins'
  return compare(packageTotals(terms).total_price, '0') > 0 ? null : 'price'
}
