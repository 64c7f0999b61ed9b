import type { OwnSession } from '../../../contract/sessions.ts'
import { recordAudit } from '../../platform/audit-trail.ts'
import type { Db, Tx } from '../../platform/db/client.ts'
import { Refusal } from '../../platform/db/refusal.ts'
import { deleteOtherSessions, deleteSession, isUnexpired, lockAccount } from '../../platform/sessions.ts'
import type { Write } from '../../platform/db/write.ts'
import type { Events } from '../../platform/events/events.ts'

export interface SessionDeps {
  events: Events
  write: Write
}

interface Caller {
  userId: string
  sessionId: string
  ipAddress: string
}

/** Returns a person's sessions, the last used first. An account has few, so one page holds all. */
export async function listSessions(
  db: Db,
  { userId, sessionId }: Pick<Caller, 'userId' | 'sessionId'>,
): Promise<{ items: OwnSession[] }> {
  const rows = await db
    .selectFrom('sessions as s')
    .select(['s.id', 's.created_at', 's.last_active_at', 's.expires_at', 's.ip_address', 's.user_agent'])
    .where('s.user_id', '=', userId)
    .where(isUnexpired)
    .orderBy('s.last_active_at', 'desc')
    .orderBy('s.id', 'desc')
    .execute()
  return { items: rows.map((row) => ({ ...row, is_current: row.id === sessionId })) }
}

/** Ends one of the caller's own sessions, possibly this one, and closes its event streams. */
export async function endSession(
  { events, write }: SessionDeps,
  { userId, ipAddress }: Caller,
  sessionId: string,
): Promise<void> {
  await write(async (tx, judge) => {
    await lockAccount(tx, userId)
    await judge()
    if (!(await deleteSession(tx, { userId, id: sessionId }))) throw new Refusal('not_found')
    await recordEnd(tx, { userId, ipAddress }, 1)
  })
  events.publish({ topics: ['session'], userIds: [userId] })
}

export async function signOutElsewhere(
  { events, write }: SessionDeps,
  { userId, sessionId, ipAddress }: Caller,
): Promise<{ ended: number }> {
  const ended = await write(async (tx) => {
    await lockAccount(tx, userId)
    const count = await deleteOtherSessions(tx, { userId, id: sessionId })
    if (count > 0) await recordEnd(tx, { userId, ipAddress }, count)
    return count
  })
  events.publish({ topics: ['session'], userIds: [userId] })
  return { ended }
}

/** Records the end of sessions, because a thief of an account may use it to sign the owner out. */
async function recordEnd(tx: Tx, { userId, ipAddress }: Pick<Caller, 'userId' | 'ipAddress'>, sessions: number) {
  const detail = { sessions: String(sessions) }
  await recordAudit(tx, { action: 'sessions_ended', actorId: userId, subjectId: userId, ipAddress, detail })
}
