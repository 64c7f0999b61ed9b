import { sql } from 'kysely'
import type { Duty } from '../../../contract/roles.ts'
import type { Db, Tx } from '../../platform/db/client.ts'
import { runFunction } from '../../platform/db/run-function.ts'
import { createSecret, readSecret } from '../../platform/db/secret-token.ts'

// The functions of server/accounts/administrators/administrators.sql write the invitations, and put them on record.

const invitationHours = 24

/**
 * Returns the link by which the first administrator registers, or undefined once there is an administrator. Each start
 * prints a new link, because the database keeps only hashes of the earlier ones. Earlier links stay valid for their 24
 * hours, so a second server on the same database voids none. All of them end when one is used.
 */
export async function createFirstInvitation(db: Db, publicUrl: string): Promise<string | undefined> {
  const { text, hash } = createSecret()
  const { id } = await runFunction<{ id: string | null }>(
    db,
    sql`select invite_first_administrator(${hash}::bytea, ${invitationHours}::integer) as id`,
  )
  return id === null ? undefined : toLink(publicUrl, text)
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
      ${email ?? null}::text, ${duty}::text, ${by.ipAddress}::text) as id`,
  )
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
  passwordHash: string
  language: string
  ipAddress: string
}

/** Uses up the invitation, adds its administrator and returns the id. Of several calls at once, exactly one succeeds. */
export async function registerAdministrator(
  tx: Tx,
  { invitation, fullName, email, passwordHash, language, ipAddress }: NewAdministrator,
): Promise<string> {
  const { id } = await runFunction<{ id: string }>(
    tx,
    sql`select register_administrator(${invitation ?? ''}::text, ${fullName}::text, ${email}::text,
      ${passwordHash}::text, ${language}::text, ${ipAddress}::text) as id`,
  )
  return id
}
