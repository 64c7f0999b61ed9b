import type { OwnSession } from '../../contract/sessions.ts'
import type { Db } from '../db/client.ts'
import { Refusal } from '../db/refusal.ts'
import { deleteOtherSessions, deleteSession, isHeld, lockAccount } from '../db/sessions.ts'
import type { Events } from '../events/events.ts'

export interface SessionDeps {
  db: Db
  events: Events
}

interface Caller {
  userId: string
  sessionId: string
}

/** Where a person is signed in, the last used first. An account keeps few, so all of them are one page. */
export async function listSessions(
  { db }: SessionDeps,
  { userId, sessionId }: Caller,
): Promise<{ items: OwnSession[] }> {
  const rows = await db
    .selectFrom('sessions as s')
    .select(['s.id', 's.created_at', 's.last_active_at', 's.expires_at', 's.ip_address', 's.user_agent'])
    .where('s.user_id', '=', userId)
    .where(isHeld)
    .orderBy('s.last_active_at', 'desc')
    .orderBy('s.id', 'desc')
    .execute()
  return { items: rows.map((row) => ({ ...row, is_current: row.id === sessionId })) }
}

/** Ends one of a person's own sessions. Whatever listens in it hears of nothing any more. */
export async function endSession({ db, events }: SessionDeps, userId: string, sessionId: string): Promise<void> {
  if (!(await deleteSession(db, { userId, id: sessionId }))) throw new Refusal('not_found')
  events.publish({ topics: ['session'], userIds: [userId] })
}

export async function signOutElsewhere(
  { db, events }: SessionDeps,
  { userId, sessionId }: Caller,
): Promise<{ ended: number }> {
  const ended = await db.transaction().execute(async (tx) => {
    await lockAccount(tx, userId)
    return deleteOtherSessions(tx, { userId, id: sessionId })
  })
  events.publish({ topics: ['session'], userIds: [userId] })
  return { ended }
}
