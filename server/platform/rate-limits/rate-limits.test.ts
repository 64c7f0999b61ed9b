import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { adminSignUp, signIn, signUp } from '../../../contract/auth.ts'
import { getProfile, getProfileByMemberId } from '../../../contract/profiles.ts'
import { Refusal } from '../db/refusal.ts'
import { call, createMember, createTestApp, password, signUpForm, type TestApp } from '../../../tests/helpers/app.ts'
import { createLimits } from './rate-limits.ts'

let site: TestApp
beforeAll(async () => {
  site = await createTestApp({ TRUSTED_PROXIES: '127.0.0.0/8', RATE_LIMITS: 'on' })
})
beforeEach(async () => void (await site.database.owner.query('DELETE FROM rate_limits')))
afterAll(async () => site.close())

let accounts = 0

/** Fails a sign-in, by default to an account that no other attempt uses. */
async function attempt(address: string, email = `nobody${(accounts += 1)}@example.org`, text = password) {
  const body = { email, password: text, portal: 'member' } as const
  return call(site, signIn, { body }, { headers: { 'x-forwarded-for': address } })
}

test('an address that fails twenty times waits, and the others do not', async () => {
  for (let count = 0; count < 20; count += 1) expect((await attempt('203.0.113.7')).status).toBe(401)
  let refused = await attempt('203.0.113.7')
  // A slow machine has refilled a few attempts meanwhile.
  for (let count = 0; refused.status === 401 && count < 4; count += 1) refused = await attempt('203.0.113.7')
  expect(refused.body.code).toBe('too_many_requests')
  expect(refused.body.message).toMatch(/^Too many attempts\. You can try again in [123] seconds?\.$/)
  // One attempt is refilled every three seconds, and a slow machine has already waited for part of that.
  expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(1)
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(3)
  expect((await attempt('203.0.113.8')).status).toBe(401)
})

test('a successful sign-in does not count as a failure', async () => {
  const { email } = await createMember(site)
  for (let count = 0; count < 22; count += 1) expect((await attempt('203.0.113.9', email)).status).toBe(200)
})

test('an account allows ten attempts from all networks together, and then one a minute', async () => {
  const { email, userId } = await createMember(site)
  await site.database.owner.query('DELETE FROM known_devices')
  for (let count = 0; count < 10; count += 1)
    expect((await attempt(`203.0.113.${50 + count}`, email, 'x')).status).toBe(401)
  for (let count = 60; count < 70; count += 1) {
    const refused = await attempt(`203.0.113.${count}`, email)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(55)
  }
  // Every attempt is recorded, also one that this process refused by memory.
  const { rows } = await site.database.owner.query(
    `SELECT status, count(*)::int FROM login_history WHERE user_id = $1 GROUP BY 1 ORDER BY 1`,
    [userId],
  )
  expect(rows).toEqual([
    { status: 'blocked', count: 10 },
    { status: 'failed', count: 10 },
    { status: 'success', count: 1 },
  ])
})

test('look-ups of names are limited for each member', async () => {
  const member = await createMember(site)
  const statuses = []
  for (let count = 0; count < 11; count += 1) {
    statuses.push((await call(site, getProfileByMemberId, { query: { p_member_id: 'ET-000000000' } }, member)).status)
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429])
})

test('a member has a hundred look-ups a day', async () => {
  const member = await createMember(site)
  const limits = createLimits(site.database.appDb, { isHashingBusy: () => false })
  const lookUp = async () => {
    await site.database.owner.query('DELETE FROM rate_limits WHERE full_at < now() + interval $$2 minutes$$')
    return limits.enter(getProfileByMemberId, { userId: member.userId, ipAddress: '', body: undefined })
  }
  for (let count = 0; count < 100; count += 1) await lookUp()
  await expect(lookUp()).rejects.toMatchObject({ code: 'too_many_requests' })
})

test('a member who has used up the limits of the minute and the day gets the wait of the day, even without a new query', async () => {
  const { userId } = await createMember(site)
  const limits = createLimits(site.database.appDb, { isHashingBusy: () => false })
  const lookUp = async () =>
    limits.enter(getProfileByMemberId, { userId, ipAddress: '', body: undefined }).catch((error: unknown) => error)
  for (let count = 0; count < 10; count += 1) await lookUp()
  // The minute's bucket is empty. This makes the day's bucket empty, too, as if ninety more look-ups had been made
  // today.
  await site.database.owner.query(`UPDATE rate_limits SET full_at = full_at + interval '1 day' * 0.9
    WHERE full_at > now() + interval '2 minutes'`)
  for (let time = 1; time <= 2; time += 1) {
    const refusal = (await lookUp()) as Refusal
    expect(refusal.retryAfterSeconds).toBeGreaterThan(13 * 60)
    expect(refusal.message).toBe('Too many attempts. You can try again in 15 minutes.')
  }
})

test('a form with a mistake does not count as an attempt', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.30' }
  for (let count = 0; count < 25; count += 1) {
    const body = { email: '', password: '', portal: 'member' } as const
    expect((await call(site, signIn, { body }, { headers })).status).toBe(400)
  }
  expect((await attempt('203.0.113.30')).status).toBe(401)
})

test('a registration without an invitation is refused by name five times an hour, and later before it is read', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.31' }
  const body = { fullName: 'Mallory', email: 'mallory@example.org', password, retypePassword: password }
  const statuses = []
  for (let count = 0; count < 6; count += 1)
    statuses.push((await call(site, adminSignUp, { body }, { headers })).status)
  expect(statuses).toEqual([403, 403, 403, 403, 403, 429])
})

test('a referral code allows five sign-ups an hour from one IP address, and further ones are recorded', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.32' }
  const { rows } = await site.database.owner.query<{ referral_code: string }>(
    'SELECT referral_code FROM profiles WHERE referral_code IS NOT NULL',
  )
  const code = rows[0]?.referral_code ?? ''
  const join = async (referredById?: string) =>
    (await call(site, signUp, { body: signUpForm(site, { ...(referredById && { referredById }) }) }, { headers }))
      .status
  for (let count = 0; count < 5; count += 1) expect(await join(code)).toBe(200)
  for (let count = 0; count < 3; count += 1) expect(await join(code.toLowerCase())).toBe(429)
  expect(await join()).toBe(200)
  const flags = await site.database.owner.query(
    `SELECT actor_id, ip_address, detail FROM audit_events WHERE action = 'sign_up_limited'`,
  )
  // Three attempts were refused, but the server answered two of them by memory.
  expect(flags.rows).toEqual([
    { actor_id: null, ip_address: '203.0.113.32', detail: { counted: `${code} 203.0.113.32` } },
  ])
})

test('only a wrong secret counts as a guess, and five guesses are allowed', async () => {
  const limits = createLimits(site.database.appDb, { isHashingBusy: () => false })
  for (let count = 0; count < 8; count += 1) expect(await limits.checkGuess('somebody', async () => true)).toBe(true)
  const fail = async () => Promise.reject(new Error('no look was possible'))
  for (let count = 0; count < 8; count += 1)
    await expect(limits.checkGuess('somebody', fail)).rejects.toThrow('no look')
  for (let count = 0; count < 5; count += 1) expect(await limits.checkGuess('somebody', async () => false)).toBe(false)
  await expect(limits.checkGuess('somebody', async () => true)).rejects.toMatchObject({
    code: 'too_many_requests',
    retryAfterSeconds: 180,
  })
  expect(await limits.tryTake('secret_guess', 'somebody')).toBe(false)
})

test('while the queue for password hashing is full, a call is refused before any limit counts', async () => {
  const limits = createLimits(site.database.appDb, { isHashingBusy: () => true })
  const call = { userId: undefined, ipAddress: '203.0.113.40', body: undefined }
  await expect(limits.enter(signIn, call)).rejects.toMatchObject({ code: 'server_busy' })
  expect((await site.database.owner.query('SELECT 1 FROM rate_limits')).rowCount).toBe(0)
})

test('a call that finds the server busy gets its attempt back from every limit', async () => {
  const limits = createLimits(site.database.appDb, { isHashingBusy: () => false })
  const enter = async () => limits.enter(signUp, { userId: undefined, ipAddress: '203.0.113.41', body: undefined })
  for (let count = 0; count < 110; count += 1) {
    const finish = await enter()
    await finish(new Refusal('server_busy'))
  }
  const codes = await Promise.all(
    Array.from({ length: 101 }, async () =>
      enter().then(
        () => 'entered',
        () => 'refused',
      ),
    ),
  )
  expect(codes.filter((code) => code === 'entered')).toHaveLength(100)
})

test('every call counts by the limit of its kind, in memory, and a refusal costs no query [A183]', async () => {
  const member = await createMember(site)
  const limits = createLimits(site.database.appDb, { isHashingBusy: () => false })
  await site.database.owner.query('DELETE FROM rate_limits')
  const read = async (userId: string, ipAddress: string) =>
    limits.enter(getProfile, { userId, ipAddress, body: undefined })
  const outcomes = await Promise.allSettled(
    Array.from({ length: 800 }, async (_, number) => read(member.userId, `203.0.113.${number % 200}`)),
  )
  const done = outcomes.filter(({ status }) => status === 'fulfilled').length
  // A slow machine refills a few of the six hundred attempts meanwhile.
  expect(done).toBeGreaterThanOrEqual(600)
  expect(done).toBeLessThan(800)
  const refused = outcomes.find(({ status }) => status === 'rejected')
  expect(refused).toMatchObject({ reason: { code: 'too_many_requests' } })
  // Another account of the same network is served.
  await read('00000000-0000-4000-8000-000000000001', '203.0.113.250')
  expect((await site.database.owner.query('SELECT FROM rate_limits')).rows).toEqual([])
})
