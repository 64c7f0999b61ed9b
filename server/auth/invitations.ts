import { sql } from 'kysely'
import type { Db } from '../db/client.ts'
import { Refusal } from '../db/refusal.ts'
import { createSecret, readSecret } from '../db/secret-token.ts'
import { recordAudit } from '../audit/audit.ts'

const invitationHours = 24

/**
 * The link by which the first administrator registers, or undefined once there is one. A link that was printed before
 * and never used is revoked.
 */
export async function createFirstInvitation(db: Db, publicUrl: string): Promise<string | undefined> {
  return db.transaction().execute(async (tx) => {
    const admin = await tx.selectFrom('profiles').select('id').where('role', '=', 'admin').limit(1).executeTakeFirst()
    if (admin) return undefined
    const revoked = await tx
      .updateTable('invitations')
      .set({ revoked_at: sql`now()` })
      .where('used_at', 'is', null)
      .where('revoked_at', 'is', null)
      .returning('id')
      .execute()
    for (const { id } of revoked) {
      await recordAudit(tx, { action: 'invitation_revoked', actorId: null, detail: { invitationId: id } })
    }
    return createInvitation(tx, publicUrl, null)
  })
}

/** A single-use link for one more administrator. */
export async function createInvitation(db: Db, publicUrl: string, actorId: string | null): Promise<string> {
  const secret = createSecret()
  const { id } = await db
    .insertInto('invitations')
    .values({
      token_hash: secret.hash,
      created_by: actorId,
      expires_at: sql`now() + make_interval(hours => ${invitationHours})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordAudit(db, { action: 'invitation_created', actorId, detail: { invitationId: id } })
  return `${publicUrl}/admin-signup#invitation=${secret.text}`
}

export async function isInvitationOpen(db: Db, token: string | undefined): Promise<boolean> {
  const hash = readSecret(token)
  if (!hash) return false
  const row = await db
    .selectFrom('invitations')
    .select('id')
    .where('token_hash', '=', hash)
    .where(isOpen)
    .executeTakeFirst()
  return row !== undefined
}

/** Takes the invitation for the caller's transaction; of several at once exactly one gets it. */
export async function takeInvitation(db: Db, token: string | undefined): Promise<string> {
  const row = await db
    .updateTable('invitations')
    .set({ used_at: sql`now()` })
    .where('token_hash', '=', readSecret(token) ?? Buffer.alloc(0))
    .where(isOpen)
    .returning('id')
    .executeTakeFirst()
  if (!row) throw new Refusal('invitation_required')
  return row.id
}

const isOpen = sql<boolean>`used_at is null and revoked_at is null and expires_at > now()`
