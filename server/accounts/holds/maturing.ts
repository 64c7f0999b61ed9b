import { sql } from 'kysely'
import type { MaturingCoins } from '../../../contract/holds.ts'
import type { Decimal } from '../../../contract/money.ts'
import type { Db } from '../../platform/db/client.ts'

/** Reads the available coins of a member that can be neither withdrawn nor sent yet. Returns null if none wait. */
export async function readMaturing(db: Db, userId: string): Promise<MaturingCoins | null> {
  const { rows } = await sql<{ coins: Decimal; next_coins: Decimal | null; next_at: string | null }>`
    select coins, next_coins, next_at from ledger.maturing_of(${userId}::uuid)`.execute(db)
  const { coins = '0', next_coins: nextCoins = null, next_at: at = null } = rows[0] ?? {}
  return nextCoins === null || at === null ? null : { coins, next: { coins: nextCoins, at } }
}
