import { sql } from 'kysely'
import { subtract, type Decimal } from '../../../contract/money.ts'
import type { PlatformBalance } from '../../../contract/reports.ts'
import { readPlatformTotals } from '../../money/ledger/totals.ts'
import type { Tx } from '../../platform/db/client.ts'

/**
 * Reads the coins of the platform. The totals cost the same in every year. The coins that still wait and the payouts that are
 * due are found by an index of their own.
 */
export async function readPlatformBalance(tx: Tx): Promise<PlatformBalance> {
  const { stats } = await readPlatformTotals(tx)
  const { at, maturing, payouts, usdt } = await readWaiting(tx)
  const { total_supply_coins: issued, balance_coins: held, total_available_coins: available } = stats
  return {
    at,
    issued_coins: issued,
    redeemed_coins: subtract(issued, held),
    held_coins: held,
    locked_coins: subtract(held, available),
    maturing_coins: maturing,
    matured_coins: subtract(available, maturing),
    to_pay: { count: payouts, usdt },
  }
}

interface Waiting {
  at: string
  maturing: Decimal
  payouts: number
  usdt: Decimal
}

/** The clock is read after the snapshot was taken, so every spend in the snapshot was judged at an earlier time. */
async function readWaiting(tx: Tx): Promise<Waiting> {
  const { rows } = await sql<Waiting>`
    with moment as materialized (select clock_timestamp() as at)
    select moment.at,
           (select coalesce(sum(m.coins), 0) from ledger.maturing m where m.matures_at > (select at from moment)) as maturing,
           d.payouts, d.usdt
      from moment cross join (
        select count(*)::int as payouts, coalesce(sum(p.usdt_amount), 0) as usdt from ledger.payouts p where p.state = 'to_pay') d`.execute(
    tx,
  )
  const [row] = rows
  if (!row) throw new Error('the balance has no row')
  return row
}
