import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getSession, keepSession } from '../../../contract/auth.ts'
import { getUserDashboardStats } from '../../../contract/stats.ts'
import { sessionMaxHours, findLiveSessions, sessionIdleMinutes } from '../../platform/sessions.ts'
import { call, createMember, createTestApp, logIn, type Person, type TestApp } from '../../../tests/helpers/app.ts'

let site: TestApp
let member: Person
let fresh: Person
beforeAll(async () => {
  site = await createTestApp()
  member = await createMember(site)
})
afterAll(async () => site.close())
beforeEach(async () => {
  await site.database.owner.query('DELETE FROM sessions')
  fresh = await logIn(site, member.email, 'member')
})

/** Ages the session by some minutes of the database's clock. */
async function pass(minutes: number): Promise<void> {
  await site.database.owner.query(
    `UPDATE sessions SET last_active_at = last_active_at - make_interval(mins => $1), expires_at = expires_at - make_interval(mins => $1)`,
    [minutes],
  )
}

async function isSignedIn(): Promise<boolean> {
  return (await call(site, getSession, {}, fresh)).body.isAuthenticated
}

async function readIdleSeconds(): Promise<number> {
  const { rows } = await site.database.owner.query<{ idle: number }>(
    'SELECT extract(epoch FROM now() - last_active_at)::int AS idle FROM sessions',
  )
  return rows[0]?.idle ?? Number.NaN
}

/** Keeps the session, and waits for the record of it, which the call does not wait for. */
async function keep(): Promise<void> {
  expect((await call(site, keepSession, {}, fresh)).status).toBe(200)
  await expect.poll(readIdleSeconds, { interval: 5 }).toBeLessThan(5)
}

test('a session ends after 6 minutes without activity', async () => {
  await pass(sessionIdleMinutes - 1)
  expect(await isSignedIn()).toBe(true)
  await pass(1)
  expect(await isSignedIn()).toBe(false)
  expect((await call(site, keepSession, {}, fresh)).status).toBe(401)
})

test('a session ends after 12 hours, even if its owner is active', async () => {
  for (let minutes = 0; minutes < sessionMaxHours * 60 - 5; minutes += 5) {
    await pass(5)
    await keep()
  }
  await pass(5)
  expect((await call(site, keepSession, {}, fresh)).status).toBe(401)
})

test('polls and refetches do not keep a session alive, but an action of the person does', async () => {
  await pass(5)
  for (const operation of [getSession, getUserDashboardStats]) {
    expect((await call(site, operation, {}, fresh)).status).toBe(200)
    expect(await readIdleSeconds()).toBeGreaterThanOrEqual(300)
  }
  await keep()
})

test('activity is written at most every 30 seconds', async () => {
  await site.database.owner.query(`UPDATE sessions SET last_active_at = now() - interval '20 seconds'`)
  await call(site, keepSession, {}, fresh)
  expect(await readIdleSeconds()).toBeGreaterThanOrEqual(20)
})

test('an open stream can check that its session is still live', async () => {
  const { rows } = await site.database.owner.query<{ id: string }>('SELECT id FROM sessions')
  const sessionId = rows[0]?.id ?? ''
  const isLive = async () =>
    (await findLiveSessions(site.database.appDb, [{ userId: member.userId, sessionId, role: 'member' }], false)).has(
      sessionId,
    )
  expect(await isLive()).toBe(true)
  await site.database.owner.query(`UPDATE profiles SET status = 'Suspended' WHERE id = $1`, [member.userId])
  expect(await isLive()).toBe(false)
  await site.database.owner.query(`UPDATE profiles SET status = 'Active' WHERE id = $1`, [member.userId])
  await pass(sessionIdleMinutes)
  expect(await isLive()).toBe(false)
})

test('a removed role takes effect with the next call', async () => {
  expect((await call(site, getUserDashboardStats, { query: {} }, fresh)).status).toBe(200)
  await site.database.owner.query(`UPDATE profiles SET status = 'Inactive' WHERE id = $1`, [member.userId])
  expect((await call(site, getUserDashboardStats, { query: {} }, fresh)).status).toBe(401)
  await site.database.owner.query(`UPDATE profiles SET status = 'Active' WHERE id = $1`, [member.userId])
})

test('expired sessions are deleted at the next sign-in', async () => {
  await pass(sessionIdleMinutes)
  await logIn(site, member.email, 'member')
  expect((await site.database.owner.query('SELECT 1 FROM sessions')).rows).toHaveLength(1)
})
