import { sentenceOf } from '../../../contract/faults.ts'
import { compare, subtract, type Decimal } from '../../../contract/money.ts'
import type { UserDashboardStats } from '../../../contract/stats.ts'
import { readCoins, wholeOf } from '../../lib/typed-coins.ts'

type Coins = Pick<UserDashboardStats, 'available_coins' | 'maturing_coins' | 'next_maturing'>

/** Returns the coins that can be withdrawn or sent now: those that are neither locked nor maturing. */
export function spendableOf({ available_coins: available, maturing_coins: maturing }: Coins): Decimal {
  return subtract(available, maturing)
}

/** Returns the fault of an amount that is to be spent. `amountFault` judges it by the coins that can be spent now. */
export function spendingFault(
  text: string,
  stats: Coins | undefined,
  amountFault: (text: string, available: Decimal | undefined) => string | undefined,
): string | undefined {
  return maturingFault(text, stats) ?? amountFault(text, stats && spendableOf(stats))
}

/** Returns the server's sentence for an amount of which some coins are still maturing. */
function maturingFault(text: string, stats: Coins | undefined): string | undefined {
  const typed = readCoins(text)
  if (!stats?.next_maturing || typed === null) return undefined
  const coins = String(wholeOf(typed))
  if (compare(coins, spendableOf(stats)) <= 0 || compare(coins, stats.available_coins) > 0) return undefined
  const from = stats.next_maturing.at.slice(0, 'YYYY-MM-DDTHH:MM'.length).replace('T', ' ')
  return sentenceOf({ code: 'coins_maturing', values: { coins: stats.maturing_coins, from } })
}
