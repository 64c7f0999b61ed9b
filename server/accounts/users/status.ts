import { sql } from 'kysely'
import type { OutputOf } from '../../../contract/operation.ts'
import type { Profile } from '../../../contract/profiles.ts'
import type { changeUserStatus as changeUserStatusOperation } from '../../../contract/users.ts'
import { recordAudit } from '../../platform/audit-trail.ts'
import type { Tx } from '../../platform/db/client.ts'
import { Refusal } from '../../platform/db/refusal.ts'
import { isUnexpired, lockAccount } from '../../platform/sessions.ts'
import type { Write } from '../../platform/db/write.ts'
import type { Events } from '../../platform/events/events.ts'
import { profileColumns } from '../members/members.ts'

export interface StatusDeps {
  events: Events
  write: Write
}

/** An administrator's act on an account, and the address it came from. */
export interface AdminAction {
  actorId: string
  ipAddress: string
  userId: string
  reason: string
}

type Status = Profile['status']

/**
 * Activates, deactivates or suspends an account. It refuses three changes: of the caller's own status, to Active before
 * the address is confirmed, and away from Active for the last administrator. A person who is not active is signed out
 * in the same transaction. Their requests stay and can be decided.
 */
export async function changeStatus(
  { events, write }: StatusDeps,
  act: AdminAction & { status: Status },
): Promise<OutputOf<typeof changeUserStatusOperation>> {
  const { actorId, userId, status, reason, ipAddress } = act
  if (actorId === userId) throw new Refusal('status_of_oneself')
  const { profile, isChanged } = await write(async (tx) => {
    const before = await lockPerson(tx, act)
    if (before.status === status) return { profile: before, isChanged: false }
    if (status === 'Active') await checkConfirmed(tx, userId)
    else await endSessions(tx, userId)
    const after = await setStatus(tx, userId, status)
    const detail = { before: { status: before.status }, after: { status }, reason }
    await recordAudit(tx, { action: 'status_changed', actorId, subjectId: userId, ipAddress, detail })
    return { profile: after, isChanged: true }
  })
  if (isChanged) announce(events, userId)
  return { profile }
}

/** Ends every session of an account. */
export async function signOutUser({ events, write }: StatusDeps, act: AdminAction): Promise<{ ended: number }> {
  const { actorId, userId, reason, ipAddress } = act
  const ended = await write(async (tx, judge) => {
    const person = await tx.selectFrom('profiles').select('id').where('id', '=', userId).executeTakeFirst()
    if (!person) throw new Refusal('not_found')
    await lockAccount(tx, userId)
    // An administrator who signs themself out ends this session, too, so it is checked first.
    if (userId === actorId) await judge()
    const sessions = await endSessions(tx, userId)
    const detail = { before: { sessions }, after: { sessions: 0 }, reason }
    await recordAudit(tx, { action: 'signed_out_by_admin', actorId, subjectId: userId, ipAddress, detail })
    return sessions
  })
  announce(events, userId)
  return { ended }
}

/** Locks and returns the person. Refuses a change that would leave no active administrator. */
async function lockPerson(tx: Tx, { actorId, userId, status }: AdminAction & { status: Status }): Promise<Profile> {
  const person = await tx.selectFrom('profiles').select('role').where('id', '=', userId).executeTakeFirst()
  if (!person) throw new Refusal('not_found')
  // The account is locked before the profile, as everywhere. A link that confirms the address uses the same order.
  await lockAccount(tx, userId)
  const admins = person.role === 'admin' ? await lockAdmins(tx) : undefined
  const profile = await tx
    .selectFrom('profiles')
    .select(profileColumns)
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (!admins || profile.status === status) return profile
  if (profile.status === 'Active' && admins.length === 1) throw new Refusal('last_admin')
  if (!admins.includes(actorId)) throw new Refusal('not_signed_in')
  return profile
}

/**
 * Locks all active administrators in one order. If two suspend each other at once, the second finds itself suspended.
 */
async function lockAdmins(tx: Tx): Promise<string[]> {
  const rows = await tx
    .selectFrom('profiles')
    .select('id')
    .where('role', '=', 'admin')
    .where('status', '=', 'Active')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

async function checkConfirmed(tx: Tx, userId: string): Promise<void> {
  const confirmed = await tx
    .selectFrom('credentials')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('email_confirmed_at', 'is not', null)
    .executeTakeFirst()
  if (!confirmed) throw new Refusal('email_not_confirmed')
}

async function setStatus(tx: Tx, userId: string, status: Status): Promise<Profile> {
  return tx
    .updateTable('profiles')
    .set({ status, updated_at: sql`now()` })
    .where('id', '=', userId)
    .returning(profileColumns)
    .executeTakeFirstOrThrow()
}

/** Ends all sessions of an account, and returns how many could still be used. */
async function endSessions(tx: Tx, userId: string): Promise<number> {
  const ended = await tx
    .deleteFrom('sessions as s')
    .where('s.user_id', '=', userId)
    .returning(isUnexpired.as('was_unexpired'))
    .execute()
  return ended.filter(({ was_unexpired }) => was_unexpired).length
}

function announce(events: Events, userId: string): void {
  events.publish({ topics: ['session', 'profile'], userIds: [userId] })
  events.publish({ topics: ['profile'], toAdmins: true })
}
