import { divide, fromUnits, multiply, toUnits, type Decimal } from '../../../contract/money.ts'
import type { Model } from './model.ts'
import type { Member } from './model-world.ts'

/** Returns the figures of a member's dashboard. */
export function statsOf(member: Member, rate: Decimal) {
  const total = fromUnits(member.available + member.locked)
  const worth = multiply(total, rate, 2)
  return {
    balance_coins: total,
    locked_coins: fromUnits(member.locked),
    available_coins: fromUnits(member.available),
    investment_usd: fromUnits(member.investedUsd),
    balance_usd_value: worth,
    profit_loss: fromUnits(toUnits(worth) + member.outgoingUsd - member.incomingUsd - member.investedUsd),
  }
}

/** Returns the figures of the platform except the rate itself. */
export function platformStatsOf({ members, totals }: Model) {
  const all = [...members.values()]
  const locked = all.reduce((sum, member) => sum + member.locked, 0n)
  const circulation = totals.issued - totals.redeemed
  return {
    balance_coins: fromUnits(circulation),
    total_available_coins: fromUnits(circulation - locked),
    total_supply_coins: fromUnits(totals.issued),
    total_supply_usd: fromUnits(totals.investedUsd),
    average_purchase_price:
      totals.issued === 0n ? '0' : divide(fromUnits(totals.investedUsd), fromUnits(totals.issued), 8),
    total_withdrawals_coins: fromUnits(totals.withdrawn),
    total_transfers_coins: fromUnits(totals.transferred),
    total_members: String(all.filter(({ role }) => role === 'user').length),
  }
}
