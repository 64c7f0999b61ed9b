import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  confirmEmail,
  getSession,
  keepSession,
  sendConfirmation,
  signIn,
  signOut,
  signUp,
} from '../../../contract/auth.ts'
import {
  call,
  createAdmin,
  createMember,
  createTestApp,
  logIn,
  lastToken,
  password,
  signUpForm,
  type Person,
  type TestApp,
} from '../../../tests/helpers/app.ts'
import { confirmAddress } from '../../../tests/helpers/confirm-address.ts'

let site: TestApp
let member: Person
let admin: Person
beforeAll(async () => {
  site = await createTestApp()
  member = await createMember(site)
  admin = await createAdmin(site)
})
afterAll(async () => site.close())

const portalOf = { member: 'member', admin: 'admin' } as const

async function attempt(email: string, text = password, portal: 'member' | 'admin' = 'member', headers = {}) {
  return call(site, signIn, { body: { email, password: text, portal } }, { headers })
}

async function readHistory(userId: string) {
  return site.database.ownerDb
    .selectFrom('login_history')
    .select(['status', 'ip_address', 'user_agent'])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .execute()
}

test('signing in with email and password gives a session the browser can read [CALL-03, CALL-05, ENT-01, ENT-29]', async () => {
  const { body, status } = await attempt(` ${member.email.toUpperCase()} `)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    isAuthenticated: true,
    isAdmin: false,
    session: {
      access_token: null,
      refresh_token: null,
      user: { id: member.userId, email: member.email, role: 'user' },
      profile: { id: member.userId, status: 'Active' },
    },
  })
  const hours = (Date.parse(body.session?.expires_at ?? '') - Date.now()) / 3_600_000
  expect(hours).toBeGreaterThan(11.9)
  expect(hours).toBeLessThanOrEqual(12)
})

test('the session of an administrator has its role, and a visitor has no session', async () => {
  expect((await call(site, getSession, {}, admin)).body).toMatchObject({ isAuthenticated: true, isAdmin: true })
  expect((await call(site, getSession, {})).body).toEqual({ session: null, isAuthenticated: false, isAdmin: false })
})

test('the session names the member’s package, even if it is no longer offered', async () => {
  await site.database.ownerDb
    .updateTable('packages')
    .set({ deleted_at: sql`now()` })
    .execute()
  const read = async (person: Person) => (await call(site, getSession, {}, person)).body.session?.package
  expect(await read(member)).toEqual({ package_name: 'Shield', icon: 'Shield' })
  expect(await read(admin)).toBeNull()
  await site.database.ownerDb.updateTable('packages').set({ deleted_at: null }).execute()
})

test('the cookies are out of reach of scripts and of other sites', async () => {
  const { headers } = await attempt(member.email)
  expect(headers['set-cookie']).toEqual([
    expect.stringMatching(/^session=[\w-]{64}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax$/),
    expect.stringMatching(/^device=[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/),
  ])
  const secure = await createTestApp({ PUBLIC_URL: 'https://coins.example.org' })
  const origin = { origin: 'https://coins.example.org' }
  await call(secure, signUp, { body: signUpForm(secure, { email: 'ada@example.org' }) }, { headers: origin })
  const { rows } = await secure.database.owner.query<{ id: string }>('SELECT id FROM profiles')
  await confirmAddress(secure.database.ownerDb, rows[0]?.id ?? '', null)
  const entered = await call(
    secure,
    signIn,
    { body: { email: 'ada@example.org', password, portal: 'member' } },
    { headers: origin },
  )
  expect(entered.headers['set-cookie']).toEqual([
    expect.stringMatching(/^__Host-session=[\w-]{64}; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
    expect.stringMatching(/^__Host-device=[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
  ])
  await secure.close()
})

test('the token is in the cookie alone, in no answer, and in the database only as a hash', async () => {
  const { body, cookie } = await attempt(member.email)
  const token = cookie?.split('=')[1] ?? ''
  expect(token).toHaveLength(64)
  expect(JSON.stringify(body)).not.toContain(token)
  const { rows } = await site.database.owner.query<{ token_hash: Buffer }>('SELECT token_hash FROM sessions')
  const secret = Buffer.from(token, 'base64url').subarray(16)
  for (const { token_hash: hash } of rows) expect(hash.equals(secret)).toBe(false)
})

test('an unknown address and a wrong password get the same answer [LOGIN-08, ADMLOGIN-06]', async () => {
  for (const portal of ['member', 'admin'] as const) {
    const wrong = await attempt(member.email, 'not the password', portal)
    const unknown = await attempt('nobody@example.org', 'not the password', portal)
    expect([wrong.status, wrong.body]).toEqual([401, { code: 'sign_in_failed', message: 'Invalid email or password.' }])
    expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body])
  }
})

test('an unknown address costs one hash, as a known one does', async () => {
  // Only a sign-in that hashes waits in the queue, and only a full queue refuses.
  const attempts = await Promise.all(Array.from({ length: 40 }, () => attempt('nobody@example.org', 'a password')))
  expect(new Set(attempts.map(({ status }) => status))).toEqual(new Set([401, 429]))
})

test('the sign-in of members sends an administrator to the other page, without a session', async () => {
  const { status, body, cookie } = await attempt(admin.email)
  expect([status, body, cookie]).toEqual([
    403,
    { code: 'admin_login_required', message: 'Please use the dedicated admin login portal.' },
    undefined,
  ])
})

test('a member who signs in on the administrators’ page is a member', async () => {
  const { body } = await attempt(member.email, password, 'admin')
  expect([body.isAuthenticated, body.isAdmin]).toEqual([true, false])
})

test('a suspended member gets the reason after the right password only, and every session ends at once', async () => {
  const person = await createMember(site)
  await site.database.owner.query(`UPDATE profiles SET status = 'Suspended' WHERE id = $1`, [person.userId])
  expect((await attempt(person.email)).body).toMatchObject({
    code: 'account_suspended',
    message: 'Your account is suspended. Please contact support.',
  })
  expect((await attempt(person.email, 'not the password')).body.code).toBe('sign_in_failed')
  expect((await call(site, keepSession, {}, person)).status).toBe(401)
})

test('a deactivated member gets the reason, and a member with an unconfirmed address gets the request to confirm it', async () => {
  const person = await createMember(site)
  await site.database.owner.query(`UPDATE profiles SET status = 'Inactive' WHERE id = $1`, [person.userId])
  expect((await attempt(person.email)).body).toEqual({
    code: 'account_deactivated',
    message: 'Your account is deactivated. Please contact support.',
  })
  const form = signUpForm(site)
  await call(site, signUp, { body: form })
  expect((await attempt(form.email)).body.code).toBe('account_inactive')
  expect((await attempt(form.email, 'not the password')).body.code).toBe('sign_in_failed')
})

test('the confirmation is mailed again only to a caller with the password of the account [A139]', async () => {
  const form = signUpForm(site)
  await call(site, signUp, { body: form })
  const first = lastToken(site)
  const send = async (email: string, text = password) =>
    (await call(site, sendConfirmation, { body: { email, password: text } })).body
  const mailed = site.announced.length
  const unknown = await send('nobody@example.org')
  expect(unknown).toEqual({ code: 'sign_in_failed', message: 'Invalid email or password.' })
  expect(await send(form.email, 'not the password')).toEqual(unknown)
  expect(await send(member.email, 'not the password')).toEqual(unknown)
  expect(await send(member.email)).toMatchObject({ code: 'email_confirmed_already' })
  expect(await send(admin.email)).toMatchObject({ code: 'admin_login_required' })
  expect(site.announced).toHaveLength(mailed)
  expect(await send(form.email.toUpperCase())).toEqual({})
  expect(site.announced).toHaveLength(mailed + 1)
  expect((await call(site, confirmEmail, { body: { token: first } })).body.code).toBe('link_invalid')
  expect((await call(site, confirmEmail, { body: { token: lastToken(site) } })).status).toBe(200)
  expect((await attempt(form.email)).status).toBe(200)
})

test('the confirmation is mailed again three times an hour', async () => {
  const limited = await createTestApp({ RATE_LIMITS: 'on' })
  const form = signUpForm(limited)
  await call(limited, signUp, { body: form })
  const statuses: number[] = []
  for (let time = 1; time <= 4; time += 1) {
    statuses.push((await call(limited, sendConfirmation, { body: { email: form.email, password } })).status)
  }
  expect(statuses).toEqual([200, 200, 429, 429])
  expect(limited.announced).toHaveLength(3)
  await limited.close()
})

test('each attempt on a known account is recorded, with IP address and browser', async () => {
  const person = await createMember(site)
  const headers = { 'user-agent': 'Browser \u001b[31m 1.0', 'x-forwarded-for': '203.0.113.9' }
  await attempt(person.email, 'not the password', 'member', headers)
  await site.database.owner.query(`UPDATE profiles SET status = 'Suspended' WHERE id = $1`, [person.userId])
  await attempt(person.email, password, 'member', headers)
  const seen = { ip_address: '127.0.0.1', user_agent: 'Browser [31m 1.0' }
  expect((await readHistory(person.userId)).slice(0, 2)).toEqual([
    { status: 'blocked', ...seen },
    { status: 'failed', ...seen },
  ])
  expect((await readHistory(person.userId)).at(-1)?.status).toBe('success')
})

test('a sign-in ends the session that the browser had before, so that no attacker can plant one', async () => {
  const planted = await logIn(site, member.email, portalOf.member)
  const { cookie } = await call(site, signIn, { body: { email: member.email, password, portal: 'member' } }, planted)
  expect(cookie).not.toBe(planted.cookie)
  expect((await call(site, keepSession, {}, planted)).status).toBe(401)
  expect((await call(site, keepSession, {}, { cookie })).status).toBe(200)
})

test('signing out ends the session for good [CALL-04]', async () => {
  const person = await logIn(site, admin.email, portalOf.admin)
  const { status, headers } = await call(site, signOut, {}, person)
  expect([status, headers['clear-site-data']]).toEqual([200, '"cache"'])
  expect(headers['set-cookie']).toMatch(/^session=; Max-Age=0; Path=\/; Expires=/)
  expect((await call(site, keepSession, {}, person)).body.code).toBe('not_signed_in')
  expect((await call(site, getSession, {}, person)).body.session).toBeNull()
})

test.each(['x', 'A'.repeat(64), '%00%ff', 'x'.repeat(8_000), `${'A'.repeat(63)}=`, "' OR 1=1 --"])(
  'a cookie without a session counts as none, and causes no error',
  async (value) => {
    const answer = await call(
      site,
      keepSession,
      {},
      { headers: { cookie: `session=${value}`, authorization: `Bearer ${value}` } },
    )
    expect([answer.status, answer.body.code]).toEqual([401, 'not_signed_in'])
  },
)

test('an attempt on an unknown address is recorded, too, without the address', async () => {
  const read = async () =>
    (await site.database.owner.query<object>("SELECT * FROM audit_events WHERE action = 'sign_in_refused'")).rows
  const before = (await read()).length
  expect((await attempt('unheard-of@example.org')).status).toBe(401)
  const rows = await read()
  expect(rows).toHaveLength(before + 1)
  expect(JSON.stringify(rows)).not.toContain('unheard-of')
})
