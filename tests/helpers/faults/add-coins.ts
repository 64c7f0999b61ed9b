import { sql } from 'kysely'
import { withDatabase, type Person } from '../api.ts'

/** Changes a balance past the rules of the ledger, as a person with the rights of its owner can. */
export async function addCoins({ server, userId }: Person, coins: number): Promise<void> {
  await withDatabase(server, async (db) => {
    await sql`alter table ledger.accounts disable trigger user`.execute(db)
    await sql`update ledger.accounts set available = available + ${coins} where user_id = ${userId}`.execute(db)
    await sql`alter table ledger.accounts enable trigger user`.execute(db)
  })
}
