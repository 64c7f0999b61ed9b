import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn } from '../../../contract/auth.ts'
import { changePassword } from '../../../contract/recovery.ts'
import { changeUserStatus } from '../../../contract/users.ts'
import {
  call,
  createAdmin,
  createMember,
  createTestApp,
  password,
  type Person,
  type TestApp,
} from '../../../tests/helpers/app.ts'
import { countLockWaits } from '../../../tests/helpers/lock-waits.ts'

const fresh = 'another Word 8'

let site: TestApp
let admin: Person
beforeAll(async () => {
  site = await createTestApp()
  admin = await createAdmin(site)
})
afterAll(async () => site.close())

/** Starts a call, waits until it blocks on the account's lock, acts on the account, then lets the call go on. */
async function overtake<T>(
  { userId }: Person,
  start: () => Promise<T>,
  act: (holder: pg.PoolClient) => Promise<unknown>,
) {
  const holder = await site.database.owner.connect()
  await holder.query('BEGIN')
  await holder.query('SELECT 1 FROM credentials WHERE user_id = $1 FOR NO KEY UPDATE', [userId])
  const answer = start()
  try {
    await expect.poll(() => countLockWaits(site)).toBe(1)
    await act(holder)
  } finally {
    await holder.query('COMMIT')
    holder.release()
  }
  return answer
}

test('a change of status and a confirmation both lock the account before the profile', async () => {
  const member = await createMember(site)
  const suspend = async () =>
    call(
      site,
      changeUserStatus,
      { params: { userId: member.userId }, body: { status: 'Suspended', reason: 'Asked for by mail' } },
      { cookie: admin.cookie },
    )
  const { status } = await overtake(member, suspend, async (holder) => {
    // In the opposite order, the two transactions would wait for each other.
    await holder.query(`SET LOCAL lock_timeout = '500ms'`)
    await holder.query('UPDATE profiles SET updated_at = now() WHERE id = $1', [member.userId])
  })
  expect(status).toBe(200)
})

test('a caller who is signed out during a change of the password gets no new session', async () => {
  const member = await createMember(site)
  const form = { currentPassword: password, password: fresh, retypePassword: fresh }
  const change = async () => call(site, changePassword, { body: form }, { cookie: member.cookie })
  const refused = await overtake(member, change, async (holder) =>
    holder.query('DELETE FROM sessions WHERE user_id = $1', [member.userId]),
  )
  expect([refused.status, refused.body.code, refused.cookie]).toEqual([401, 'not_signed_in', undefined])
  const { status } = await call(site, signIn, { body: { email: member.email, password, portal: 'member' } })
  expect(status).toBe(200)
})
