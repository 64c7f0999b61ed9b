import { compare, multiply, percentageOf, add, coinStep, subtract, toUnits, type Decimal } from './money.ts'

/** The terms that an administrator sets for a package. The rest follows from them. */
export interface PackageTerms {
  min_coin_purchase: Decimal
  /** USD per coin. */
  coin_price: Decimal
  bonus_percentage: Decimal
}

/**
 * Returns the price of a package in USD, its bonus and its total in coins. The database calculates and keeps the same
 * values.
 */
export function packageTotals({
  min_coin_purchase: coins,
  coin_price: price,
  bonus_percentage: percentage,
}: PackageTerms) {
  const bonus = percentageOf(coins, percentage)
  return { total_price: multiply(coins, price, 2), bonus_coins: bonus, total_coins: add(coins, bonus) }
}

/**
 * Returns the reason why members are not offered a package, or null when they are. They buy whole thousands of coins at
 * a price above zero.
 */
export function notOfferedReason(terms: PackageTerms): 'coins' | 'price' | null {
  const coins = toUnits(terms.min_coin_purchase)
  if (coins <= 0n || coins % toUnits(String(coinStep)) !== 0n) return 'coins'
  return compare(packageTotals(terms).total_price, '0') > 0 ? null : 'price'
}

/**
 * Returns the USD that a member gains who buys a package and withdraws at once, at a rate in USD per ET, all its coins that
 * can be withdrawn then. It is below zero for a loss. While bonus coins have days to mature, only the base coins can.
 */
export function gainAtOnce(terms: PackageTerms, rate: Decimal, maturityDays: Decimal): Decimal {
  const { total_coins, total_price } = packageTotals(terms)
  const coins = compare(maturityDays, '0') > 0 ? terms.min_coin_purchase : total_coins
  return subtract(multiply(coins, rate, 2), total_price)
}
