import { sql } from 'kysely'
import { recordAudit } from '../../platform/audit-trail.ts'
import type { Db, Tx } from '../../platform/db/client.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { Refusal } from '../../platform/db/refusal.ts'
import { createSecret, readSecret } from '../../platform/db/secret-token.ts'

const invitationHours = 24

/**
 * Returns the link by which the first administrator registers, or undefined once there is an administrator. Each start
 * prints a new link, because the database keeps only hashes of the earlier ones. Earlier links stay valid for their 24
 * hours, so a second server on the same database voids none. All of them end when one is used.
 */
export async function createFirstInvitation(db: Db, publicUrl: string): Promise<string | undefined> {
  if (await hasAdmin(db)) return undefined
  const { link } = await inTransaction(db, (tx) => createInvitation(tx, publicUrl))
  return link
}

export interface Inviter {
  actorId: string
  ipAddress: string
}

/**
 * Creates a single-use link for one more administrator. With `email` the link works for that address only, otherwise
 * for any.
 */
export async function createInvitation(
  tx: Tx,
  publicUrl: string,
  { email, by }: { email?: string | undefined; by?: Inviter } = {},
): Promise<{ id: string; link: string }> {
  const secret = createSecret()
  const { id } = await tx
    .insertInto('invitations')
    .values({
      token_hash: secret.hash,
      email: email ?? null,
      created_by: by?.actorId ?? null,
      expires_at: sql`now() + make_interval(hours => ${invitationHours})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const detail = { invitationId: id, ...(email !== undefined && { email }) }
  await recordAudit(tx, { action: 'invitation_created', actorId: null, ...by, detail })
  return { id, link: `${publicUrl}/admin-signup#invitation=${secret.text}` }
}

/** Returns true if a person with this address may register with the invitation. Does not use it up. */
export async function isInvited(db: Db, token: string | undefined, email: string): Promise<boolean> {
  const hash = readSecret(token)
  if (!hash) return false
  const row = await db
    .selectFrom('invitations')
    .select('id')
    .where('token_hash', '=', hash)
    .where(isOpen)
    .where(isFor(email))
    .executeTakeFirst()
  return row !== undefined
}

/** Uses up the invitation in the caller's transaction. Of several calls at once, exactly one succeeds. */
export async function consumeInvitation(tx: Tx, token: string | undefined, email: string): Promise<string> {
  // The first link that is used ends the other links of an empty installation, so such calls wait for each other.
  const isFirst = !(await hasAdmin(tx))
  if (isFirst) await tx.selectFrom('invitations').select('id').where(isOpen).orderBy('id').forNoKeyUpdate().execute()
  const row = await tx
    .updateTable('invitations')
    .set({ used_at: sql`now()` })
    .where('token_hash', '=', readSecret(token) ?? Buffer.alloc(0))
    .where(isOpen)
    .where(isFor(email))
    .returning('id')
    .executeTakeFirst()
  if (!row) throw new Refusal('invitation_required')
  if (!isFirst) return row.id
  for (const id of await revokeOpenInvitations(tx, sql`created_by is null`)) {
    await recordAudit(tx, { action: 'invitation_revoked', actorId: null, detail: { invitationId: id } })
  }
  return row.id
}

const isOpen = sql<boolean>`used_at is null and revoked_at is null and expires_at > now()`

function isFor(email: string) {
  return sql<boolean>`(invitations.email is null or invitations.email = ${email})`
}

async function hasAdmin(db: Db): Promise<boolean> {
  const admin = await db.selectFrom('profiles').select('id').where('role', '=', 'admin').limit(1).executeTakeFirst()
  return admin !== undefined
}

/** Revokes the open invitations that match the condition, and returns their ids. */
export async function revokeOpenInvitations(tx: Tx, which: ReturnType<typeof sql<boolean>>): Promise<string[]> {
  const rows = await tx
    .updateTable('invitations')
    .set({ revoked_at: sql`now()` })
    .where(isOpen)
    .where(which)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}
