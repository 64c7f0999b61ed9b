import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errors } from '../../contract/errors.ts'
import { createMember, findPackage, type Person } from '../helpers/api.ts'
import { attack, expectNoInternals, expectUnchanged, startTarget, type Attack, type Target } from '../helpers/attack.ts'

let target: Target
let member: Person
let form: Record<string, unknown>
let attackers = 0
beforeAll(async () => {
  target = await startTarget()
  member = await createMember(target.server)
  const { id: packageId } = await findPackage(target.server, 'Gold')
  const place = { contactNumber: '+44 20 7946 0018', country: 'GB', state: 'SCT', city: 'Edinburgh' }
  const secret = { password: 'correct horse Battery 9', retypePassword: 'correct horse Battery 9' }
  form = { fullName: 'Mallory Grey', email: 'mallory@example.org', ...place, ...secret, packageId }
})
afterAll(async () => target.stop())

/** Every attempt comes from another address, so that no limit hides the answer under test. */
async function send(attempt: Attack) {
  attackers += 1
  return attack(target, { from: `198.51.100.${attackers % 250}`, ...attempt })
}
const signUp = async (body: unknown, headers: Record<string, string> = {}) =>
  send({ path: '/api/auth/sign-up', body, headers })
const signIn = async (body: unknown, headers: Record<string, string> = {}) =>
  send({ path: '/api/auth/sign-in', body, headers })
/** A refused sign-in adds records. Nothing else may change. */
const records = ['public.audit_events', 'public.login_history', 'public.rate_limits']

describe('a form that names an identity', () => {
  test.each([
    ['role', 'admin'],
    ['app_metadata', { role: 'admin' }],
    ['user_metadata', { role: 'admin' }],
    ['data', { is_admin: true }],
    ['raw_app_meta_data', { role: 'admin' }],
  ])('a sign-up that names a role in %s is refused [A1]', async (field, value) => {
    const { status, body } = await expectUnchanged(target, () => signUp({ ...form, [field]: value }), records)
    expect([status, body?.code]).toEqual([400, 'invalid_request'])
    expect(Object.keys(body?.fields ?? {})).toEqual([field])
  })

  test.each(['id', 'member_id', 'created_at', 'first_purchase_done', 'status', 'email_confirmed', 'referral_code'])(
    'a sign-up that sets %s is refused [A2]',
    async (field) => {
      const { status } = await expectUnchanged(target, () => signUp({ ...form, [field]: 'true' }), records)
      expect(status).toBe(400)
    },
  )

  test.each(['__proto__', 'constructor', 'prototype'])('a body with the key %s is refused [A3]', async (key) => {
    const bodies = [
      `${JSON.stringify(form).slice(0, -1)},"${key}":{"polluted":true}}`,
      `{"email":{"${key}":{"polluted":true}},"password":"x","portal":"member"}`,
    ]
    for (const body of bodies) {
      for (const path of ['/api/auth/sign-up', '/api/auth/sign-in']) {
        const outcome = await expectUnchanged(target, () => send({ path, body }), records)
        expect(outcome.status).toBe(400)
      }
    }
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
    const health = await send({ method: 'GET', path: '/api/health' })
    expect(health.text).not.toContain('polluted')
  })

  test.each([
    '＠example.org',
    'mallory@example.org\0',
    'mallory@example.org\r\nBcc: everybody@example.org',
    'mallory@exa mple.org',
    'mallory@example.org.',
  ])('an address such as %j is refused [A14]', async (email) => {
    const { status, body } = await expectUnchanged(target, () => signUp({ ...form, email }), records)
    expect([status, body?.fields?.['email']]).toEqual([400, 'A valid email is required.'])
  })

  test('another spelling of an address is the same account [A14]', async () => {
    const spelling = ` ${member.email.toUpperCase()} `
    const before = await countProfiles()
    expect((await signUp({ ...form, email: spelling })).status).toBe(200)
    expect(await countProfiles()).toBe(before)
    const mail = await target.server.mailTo(member.email, 'already')
    expect(mail.to).toBe(member.email)
  })

  test.each([
    ['7 characters', 'seven77', 400],
    ['NUL', 'correct\0horse', 400],
    ['a megabyte', 'x'.repeat(1_048_576), 413],
  ])('a password of %s is refused before it is hashed [A15]', async (_, password, status) => {
    const startedMs = performance.now()
    const outcome = await expectUnchanged(
      target,
      () => signUp({ ...form, password, retypePassword: password }),
      records,
    )
    expect(outcome.status).toBe(status)
    expect(performance.now() - startedMs).toBeLessThan(1_000)
  })

  test.each([64, 128])(
    'a password of %s characters, blanks at its start included, signs in to the letter [A15]',
    async (length) => {
      const password = `  ${'aB3 '.repeat(40)}`.slice(0, length - 1) + 'z'
      const email = `long.${length}@example.org`
      expect((await signUp({ ...form, email, password, retypePassword: password })).status).toBe(200)
      const link = (await target.server.mailTo(email)).links[0] ?? ''
      await send({ path: '/api/auth/confirm-email', body: { token: link.split('confirm=')[1] } })
      expect((await signIn({ email, password: password.trim(), portal: 'member' })).status).toBe(401)
      expect((await signIn({ email, password, portal: 'member' })).status).toBe(200)
    },
  )

  test.each([{ email: { $ne: '' } }, { email: ['a@example.org'] }, { password: true }, { password: { $gt: '' } }])(
    'a sign-in with %j is refused [A16]',
    async (change) => {
      const body = { email: member.email, password: 'x', portal: 'member', ...change }
      const outcome = await expectUnchanged(target, () => signIn(body), records)
      expect(outcome.status).toBe(400)
      expectNoInternals(outcome)
    },
  )

  test.each([
    ['an unknown one', 'UNKNOWN1'],
    ['a wildcard', '%'],
    ['another wildcard', '_'],
    ['SQL', "' OR 1=1 --"],
    ['10 KB', 'x'.repeat(10_240)],
    ['a blank', ' '],
  ])('a referral code that is %s causes no error [A37]', async (_, referredById) => {
    const before = await countProfiles()
    const outcome = await signUp({ ...form, email: `ref.${attackers}@example.org`, referredById })
    expectNoInternals(outcome)
    // A blank code counts as no code. Every other code is refused.
    expect(outcome.status).toBe(referredById.trim() === '' ? 200 : referredById.length > 32 ? 400 : 422)
    expect(await countProfiles()).toBe(before + (outcome.status === 200 ? 1 : 0))
  })

  test.each(['<img src=x onerror=alert(1)>', 'R0bert', 'Ada\u200bLovelace', '\u202eecalevoL', 'Ada;--'])(
    'the name %j is refused [A98]',
    async (fullName) => {
      const { status, body } = await expectUnchanged(target, () => signUp({ ...form, fullName }), records)
      expect([status, body?.fields?.['fullName']]).toEqual([400, 'Must contain only letters.'])
    },
  )
})

describe('limits of lines and bodies', () => {
  test('control characters reach neither a log line nor the login history [A104]', async () => {
    // The HTTP parser itself refuses ESC. Its one-byte equivalent above 127 passes the parser.
    const agent = 'Evil\u009b31mBrowser\tX'
    await signIn({ email: member.email, password: 'wrong wrong', portal: 'member' }, { 'user-agent': agent })
    const { rows } = await target.owner.query<{ user_agent: string }>(
      `select user_agent from login_history where user_id = $1 order by id desc limit 1`,
      [member.userId],
    )
    expect(rows[0]?.user_agent).toBe('Evil31mBrowserX')
    expect(target.server.output()).not.toContain('\u009b')
  })

  test('deep, large and compressed bodies are refused cheaply [A105]', async () => {
    const deep = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`
    const cases: [string | Buffer, Record<string, string>, number[]][] = [
      [deep, {}, [400]],
      [`"${'x'.repeat(10 * 1_048_576)}"`, {}, [413]],
      [Buffer.alloc(1_000), { 'content-encoding': 'gzip' }, [400, 415]],
    ]
    for (const [body, headers, statuses] of cases) {
      const outcome = await expectUnchanged(target, () => signUp(body, headers).catch(broken), records)
      expect(statuses).toContain(outcome.status)
      expectNoInternals(outcome)
    }
  })

  test.each(['application/json garbage', 'Application/Json ;', 'text/plain', '', 'application/json; charset=utf-7'])(
    'the content type %j never skips the checks [A106]',
    async (type) => {
      const outcome = await expectUnchanged(
        target,
        () => signUp(JSON.stringify({ ...form, role: 'admin' }), { 'content-type': type }),
        records,
      )
      expect([400, 415]).toContain(outcome.status)
    },
  )

  test('SQL in a field is stored as plain text [A124]', async () => {
    const text = `x'); DROP TABLE profiles; --`
    const email = 'sql@example.org'
    const { status } = await signUp({ ...form, email, city: text, area: text, contactNumber: text.slice(0, 32) })
    expect(status).toBe(200)
    const { rows } = await target.owner.query(`select city, area, contact_number from profiles where email = $1`, [
      email,
    ])
    expect(rows).toEqual([{ city: text, area: text, contact_number: text }])
  })
})

/** A server that has read enough may close the connection before the sender has finished. */
function broken(error: unknown) {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code !== 'EPIPE' && code !== 'ECONNRESET') throw error
  return { status: errors.body_too_large.status, headers: {}, text: '', body: undefined }
}

async function countProfiles(): Promise<number> {
  const { rows } = await target.owner.query<{ count: string }>('select count(*) from profiles')
  return Number(rows[0]?.count)
}
