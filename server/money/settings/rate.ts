import { multiply, subtract, type Decimal } from '../../../contract/money.ts'
import type { RateChange, RateImpact } from '../../../contract/admin-settings.ts'
import type { Db } from '../../platform/db/client.ts'
import { decodeCursor, toPage, type Page } from '../../platform/db/page.ts'
import { readPlatformTotals } from '../ledger/totals.ts'

/**
 * Compares the value of all coins that members hold at a rate with the USD that members have paid. Members buy at fixed
 * prices and withdraw at the rate.
 */
export async function readRateImpact(db: Db, rate: Decimal): Promise<RateImpact> {
  const { stats } = await readPlatformTotals(db)
  const worth = multiply(stats.balance_coins, rate, 2)
  return {
    rate,
    current_rate: stats.et_rate,
    circulation_coins: stats.balance_coins,
    total_invested_usd: stats.total_supply_usd,
    average_purchase_price: stats.average_purchase_price,
    worth_now_usd: multiply(stats.balance_coins, stats.et_rate, 2),
    worth_usd: worth,
    beyond_invested_usd: subtract(worth, stats.total_supply_usd),
  }
}

/** Lists all changes of the rate, newest first. */
export async function listRateChanges(
  db: Db,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<Page<RateChange>> {
  let query = db
    .selectFrom('rate_changes as c')
    .innerJoin('profiles as p', 'p.id', 'c.actor_id')
    .select(['c.id', 'c.actor_id', 'p.full_name', 'c.old_rate', 'c.new_rate', 'c.created_at'])
    .orderBy('c.id', 'desc')
    .limit(limit + 1)
  if (cursor !== undefined) query = query.where('c.id', '<', decodeCursor(cursor))
  return toPage(await query.execute(), limit, ({ actor_id: actorId, full_name: fullName, ...change }) => ({
    ...change,
    actor: { id: actorId, full_name: fullName },
  }))
}
