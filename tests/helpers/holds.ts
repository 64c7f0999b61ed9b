import { sql } from 'kysely'
import type { Db } from '../../server/platform/db/client.ts'

/**
 * Moves the holds of a member and the additions to the address book into the past, as if they had waited. Tests that are not about holds say so with this, and the
 * rule stays on. It needs the owner's connection.
 */
export async function passHolds(ownerDb: Db, userId: string): Promise<void> {
  await sql`update member_holds set created_at = created_at - interval '30 days' where user_id = ${userId}`.execute(
    ownerDb,
  )
  await sql`update wallet_addresses set added_at = added_at - interval '30 days' where user_id = ${userId}`.execute(
    ownerDb,
  )
}

/** Lifts the stop of a member as an administrator does, in the name of the member. It needs the owner's connection. */
export async function liftStops(ownerDb: Db, userId: string): Promise<void> {
  await sql`update member_stops set lifted_at = now(), lifted_by = user_id, reason = 'Spoken with'
             where user_id = ${userId} and lifted_at is null`.execute(ownerDb)
}
