import type { Duty } from '../../contract/roles.ts'
import { hashPassword } from '../../server/accounts/auth/passwords.ts'
import { createSession } from '../../server/platform/sessions.ts'
import { sessionCookieName } from '../../server/platform/http/session-cookie.ts'
import { password, publicUrl, type Person, type TestApp } from './app.ts'
import * as people from './people.ts'

/** A person who is signed in, with the session. */
export interface SignedIn extends Person {
  role: 'member' | 'admin'
  sessionId: string
}

let passwordHash: Promise<string> | undefined

/** Creates a confirmed account with the usual password and a session, without filling in forms. */
export async function createSignedIn(site: TestApp, role: SignedIn['role'], duty: Duty = 'owner'): Promise<SignedIn> {
  const { ownerDb } = site.database
  const { id } = await (role === 'admin'
    ? people.createAdmin(ownerDb, 'Grace Admin', duty)
    : people.createMember(ownerDb))
  passwordHash ??= hashPassword(password)
  await ownerDb
    .insertInto('credentials')
    .values({ user_id: id, password_hash: await passwordHash, email_confirmed_at: new Date().toISOString() })
    .execute()
  const { email } = await ownerDb.selectFrom('profiles').select('email').where('id', '=', id).executeTakeFirstOrThrow()
  return startSession(site, { userId: id, email, role })
}

/** Opens one more session of the same account, as in another browser. */
export async function startSession(
  site: TestApp,
  { userId, email, role }: Omit<SignedIn, 'cookie' | 'sessionId'>,
): Promise<SignedIn> {
  const { id, cookie } = await site.database.ownerDb
    .transaction()
    .execute(async (tx) => createSession(tx, { userId, ipAddress: '127.0.0.1', userAgent: 'test' }))
  return { userId, email, role, sessionId: id, cookie: `${sessionCookieName(publicUrl)}=${cookie}` }
}
