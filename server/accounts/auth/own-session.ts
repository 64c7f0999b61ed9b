import type * as z from 'zod/mini'
import type { sessionAnswer } from '../../../contract/auth.ts'
import type { Db } from '../../platform/db/client.ts'
import { hot } from '../../platform/db/prepared.ts'
import { deleteSession } from '../../platform/sessions.ts'
import type { Events } from '../../platform/events/events.ts'
import { readWaitingClosure } from '../closure/read-closure.ts'
import { findProfile } from '../members/members.ts'
import { readFactors } from '../two-factor/two-factor.ts'

export type SessionAnswer = z.infer<typeof sessionAnswer>

export interface OwnSessionDeps {
  db: Db
  events: Events
  /** True if every administrator must have a second factor. */
  mustAdminsEnrol: boolean
}

interface Caller {
  userId: string
  sessionId: string
}

/** Ends a session and closes its event streams. */
export async function signOut({ db, events }: OwnSessionDeps, { userId, sessionId }: Caller): Promise<void> {
  await deleteSession(db, { userId, id: sessionId })
  events.publish({ topics: ['session'], userIds: [userId] })
}

/** Returns the session as its browser may see it. The tokens stay in the cookie. */
export async function readSession(
  { db, mustAdminsEnrol }: Pick<OwnSessionDeps, 'db' | 'mustAdminsEnrol'>,
  caller: Caller | undefined,
): Promise<SessionAnswer> {
  if (!caller) return { session: null, isAuthenticated: false, isAdmin: false }
  const [row, profile, ownPackage, factors, closure] = await Promise.all([
    db
      .selectFrom('sessions')
      .modifyFront(hot('own_session'))
      .select('expires_at')
      .where('user_id', '=', caller.userId)
      .where('id', '=', caller.sessionId)
      .executeTakeFirst(),
    findProfile(db, caller.userId),
    findOwnPackage(db, caller.userId),
    readFactors(db, caller.userId),
    readWaitingClosure(db, caller.userId),
  ])
  if (!row || !profile) return { session: null, isAuthenticated: false, isAdmin: false }
  const user = { id: profile.id, email: profile.email, role: profile.role }
  return {
    session: {
      access_token: null,
      refresh_token: null,
      expires_at: row.expires_at,
      user,
      profile,
      package: ownPackage ?? null,
      closes_at: closure?.closes_at ?? null,
      two_factor: { is_on: factors.length > 0, is_required: mustAdminsEnrol && profile.role === 'admin', factors },
    },
    isAuthenticated: true,
    isAdmin: profile.role === 'admin',
  }
}

async function findOwnPackage(db: Db, userId: string) {
  return db
    .selectFrom('profiles as p')
    .modifyFront(hot('own_package'))
    .innerJoin('packages as k', 'k.id', 'p.package_id')
    .select(['k.package_name', 'k.icon'])
    .where('p.id', '=', userId)
    .executeTakeFirst()
}
