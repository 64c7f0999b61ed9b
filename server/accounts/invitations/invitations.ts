import { sql } from 'kysely'
import type { Duty } from '../../../contract/roles.ts'
import { recordAudit } from '../../platform/audit-trail.ts'
import type { Db, Tx } from '../../platform/db/client.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { runFunction } from '../../platform/db/run-function.ts'
import { createSecret, readSecret } from '../../platform/db/secret-token.ts'

// The functions of server/accounts/administrators/administrators.sql write the invitations.

const invitationHours = 24

/**
 * Returns the link by which the first administrator registers, or undefined once there is an administrator. Each start
 * prints a new link, because the database keeps only hashes of the earlier ones. Earlier links stay valid for their 24
 * hours, so a second server on the same database voids none. All of them end when one is used.
 */
export async function createFirstInvitation(db: Db, publicUrl: string): Promise<string | undefined> {
  const { text, hash } = createSecret()
  return inTransaction(db, async (tx) => {
    const { id } = await runFunction<{ id: string | null }>(
      tx,
      sql`select invite_first_administrator(${hash}::bytea, ${invitationHours}::integer) as id`,
    )
    if (id === null) return undefined
    await recordAudit(tx, { action: 'invitation_created', actorId: null, detail: { invitationId: id, duty: 'owner' } })
    return toLink(publicUrl, text)
  })
}

export interface Inviter {
  actorId: string
  /** The token of the inviting owner's session. */
  token: string
  ipAddress: string
}

/**
 * Creates a single-use link for one more administrator with this duty. With `email` the link works for that address
 * only, otherwise for any.
 */
export async function createInvitation(
  tx: Tx,
  publicUrl: string,
  { email, duty, by }: { email?: string | undefined; duty: Duty; by: Inviter },
): Promise<{ id: string; link: string }> {
  const { text, hash } = createSecret()
  const { id } = await runFunction<{ id: string }>(
    tx,
    sql`select invite_administrator(${by.token}::text, ${hash}::bytea, ${invitationHours}::integer,
      ${email ?? null}::text, ${duty}::text) as id`,
  )
  const { actorId, ipAddress } = by
  const detail = { invitationId: id, duty, ...(email !== undefined && { email }) }
  await recordAudit(tx, { action: 'invitation_created', actorId, ipAddress, detail })
  return { id, link: toLink(publicUrl, text) }
}

function toLink(publicUrl: string, secret: string): string {
  return `${publicUrl}/admin-signup#invitation=${secret}`
}

/**
 * Returns the invitation of this token while a person may register with it; with `email` only if that person has the
 * address. Does not use it up.
 */
export async function findOpenInvitation(
  db: Db,
  token: string | undefined,
  email?: string,
): Promise<{ duty: Duty } | undefined> {
  const hash = readSecret(token)
  if (!hash) return undefined
  let open = db
    .selectFrom('invitations as i')
    .select('i.duty')
    .where('i.token_hash', '=', hash)
    .where(sql<boolean>`is_open(i)`)
  if (email !== undefined) open = open.where(sql<boolean>`(i.email is null or i.email = ${email})`)
  return open.executeTakeFirst()
}

interface NewAdministrator {
  invitation?: string | undefined
  fullName: string
  email: string
}

/** Uses up the invitation and adds its administrator. Of several calls at once, exactly one succeeds. */
export async function registerAdministrator(
  tx: Tx,
  { invitation, fullName, email }: NewAdministrator,
): Promise<{ userId: string; invitationId: string }> {
  const registered = await runFunction<{ user_id: string; invitation_id: string; revoked: string[] }>(
    tx,
    sql`select user_id, invitation_id, revoked
      from register_administrator(${invitation ?? ''}::text, ${fullName}::text, ${email}::text)`,
  )
  for (const id of registered.revoked) {
    await recordAudit(tx, { action: 'invitation_revoked', actorId: null, detail: { invitationId: id } })
  }
  return { userId: registered.user_id, invitationId: registered.invitation_id }
}
