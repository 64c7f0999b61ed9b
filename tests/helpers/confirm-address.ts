import { sql } from 'kysely'
import { createConfirmationToken } from '../../server/accounts/auth/email-tokens.ts'
import type { Db } from '../../server/platform/db/client.ts'
import { inTransaction } from '../../server/platform/db/transaction.ts'

/** Confirms an account's address as its mailed link does. `keeps` is the word about the referrer. */
export async function confirmAddress(db: Db, userId: string, keeps: boolean | null = true): Promise<void> {
  await inTransaction(db, async (tx) => {
    const token = await createConfirmationToken(tx, userId)
    await sql`select confirm_address(${token}::text, ${keeps}::boolean)`.execute(tx)
  })
}
