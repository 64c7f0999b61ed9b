import { sql, type NotNull } from 'kysely'
import type { Decimal } from '../../../contract/money.ts'
import type { GlobalPlatformStats, UserDashboardStats } from '../../../contract/stats.ts'
import type { Db } from '../../platform/db/client.ts'
import { hot } from '../../platform/db/prepared.ts'
import { Refusal } from '../../platform/db/refusal.ts'

export interface PlatformTotals {
  stats: GlobalPlatformStats
  /** The number of members so far, with closed accounts and without administrators. */
  memberCount: number
}

/** Reads the totals of this very moment. */
export async function readPlatformTotals(db: Db): Promise<PlatformTotals> {
  const { total_members: members, ...stats } = await db
    .selectFrom('global_platform_stats')
    .modifyFront(hot('platform_totals'))
    .select([
      'et_rate',
      'balance_coins',
      'total_available_coins',
      'total_supply_coins',
      'total_supply_usd',
      'average_purchase_price',
      'total_withdrawals_coins',
      'total_transfers_coins',
      'total_members',
    ])
    .$narrowType<NotNullTotals>()
    .executeTakeFirstOrThrow()
  return { stats, memberCount: Number(members) }
}

/** Reads the balance, investment and profit of one member, and the coins of the balance that still wait. */
export async function readUserStats(db: Db, userId: string): Promise<UserDashboardStats> {
  const row = await db
    .selectFrom('user_dashboard_stats')
    .modifyFront(hot('own_stats'))
    .innerJoinLateral(
      () => sql<Maturing>`ledger.maturing_of(${userId}::uuid)`.as('maturing'),
      (join) => join.onTrue(),
    )
    .select(['balance_coins', 'locked_coins', 'available_coins', 'profit_loss', 'investment_usd', 'balance_usd_value'])
    .select(['maturing.coins as maturing_coins', 'maturing.next_coins', 'maturing.next_at'])
    .select(sql<Decimal>`ledger.debt_of(${userId}::uuid)`.as('debt_coins'))
    .where('user_id', '=', userId)
    .$narrowType<{ balance_coins: NotNull; profit_loss: NotNull; balance_usd_value: NotNull }>()
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  const { next_coins: coins, next_at: at, ...stats } = row
  return { ...stats, next_maturing: coins === null || at === null ? null : { coins, at } }
}

interface Maturing {
  coins: Decimal
  next_coins: Decimal | null
  next_at: string | null
}

interface NotNullTotals {
  balance_coins: NotNull
  total_available_coins: NotNull
  total_supply_coins: NotNull
  total_supply_usd: NotNull
  average_purchase_price: NotNull
  total_withdrawals_coins: NotNull
  total_transfers_coins: NotNull
  total_members: NotNull
}
