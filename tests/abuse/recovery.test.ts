import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { confirmEmail, signIn, signUp } from '../../contract/auth.ts'
import { changePassword, checkResetLink, forgotPassword, resetPassword } from '../../contract/recovery.ts'
import { startTwoFactor, enableTwoFactor, stepUp } from '../../contract/two-factor.ts'
import { createAuthenticator } from '../helpers/authenticator.ts'
import { call, createMember, findPackage, type Person } from '../helpers/api.ts'
import { attack, expectUnchanged, startTarget, type Attack, type Target } from '../helpers/attack.ts'
import { password } from '../helpers/screens.ts'
import { provenCall } from '../helpers/proven-call.ts'

const fresh = 'another Word 8'
const gone = { code: 'reset_link_invalid', message: 'The reset link is invalid or has expired.' }

let target: Target
let attackers = 0
beforeAll(async () => {
  target = await startTarget()
})
afterAll(async () => target.stop())

/** Every attempt comes from another address, so that no limit hides the answer under test. */
async function send(attempt: Attack) {
  attackers += 1
  return attack(target, { from: `198.51.${Math.floor(attackers / 250)}.${attackers % 250}`, ...attempt })
}
const forgot = async (email: string, attempt: Partial<Attack> = {}) =>
  send({ path: forgotPassword.path, body: { email }, ...attempt })
const reset = async (token: string, text = fresh) =>
  send({ path: resetPassword.path, body: { token, password: text, retypePassword: text } })
const enter = async (email: string, text: string) =>
  send({ path: signIn.path, body: { email, password: text, portal: 'member' } })
/** A refused call may write a record and count in the limits. */
const records = ['public.audit_events', 'public.rate_limits']

async function register(email: string) {
  const { id: packageId } = await findPackage(target.server, 'Gold')
  const place = { contactNumber: '+44 20 7946 0018', country: 'GB', state: 'SCT', city: 'Edinburgh' }
  const form = { fullName: 'Amara Osei', email, ...place, password, retypePassword: password, packageId }
  return send({ path: signUp.path, body: form })
}

/** Requests a link and waits until its mail has arrived. */
async function askForToken(email: string, attempt: Partial<Attack> = {}): Promise<string> {
  const before = (await linksTo(email)).length
  expect((await forgot(email, attempt)).status).toBe(200)
  await expect.poll(async () => (await linksTo(email)).length, { timeout: 10_000 }).toBe(before + 1)
  return tokenOf((await linksTo(email)).at(-1))
}

async function linksTo(email: string): Promise<string[]> {
  const mails = await target.server.mails()
  return mails
    .filter((mail) => mail.to === email)
    .flatMap(({ links }) => links.filter((link) => link.includes('/reset-')))
}

function tokenOf(link: string | undefined): string {
  return /access_token=([\w-]+)/.exec(link ?? '')?.[1] ?? ''
}

describe('signing up with an address that has an account', () => {
  test('gets the answer of a new one, and only its owner gets a mail [A7]', async () => {
    const member = await createMember(target.server)
    const fromNew = await register('brand.new@example.org')
    const fromKnown = await expectUnchanged(target, async () => register(member.email), [
      ...records,
      'public.mail_outbox',
    ])
    expect([fromKnown.status, fromKnown.text]).toEqual([fromNew.status, fromNew.text])
    const names = ({ headers }: typeof fromNew) => Object.keys(headers).toSorted()
    expect(names(fromKnown)).toEqual(names(fromNew))
    await target.server.mailTo(member.email, 'already')
  })

  test('by the same form repeatedly and at once voids neither its link nor its mail [A136]', async () => {
    const email = 'once.only@example.org'
    const first = await register(email)
    const repeated = await Promise.all(Array.from({ length: 5 }, async () => register(email)))
    for (const { status, text } of repeated) expect([status, text]).toEqual([first.status, first.text])
    await register('later@example.org')
    await target.server.mailTo('later@example.org')
    const mails = (await target.server.mails()).filter(({ to }) => to === email)
    expect(mails).toHaveLength(1)
    const token = mails[0]?.links[0]?.split('confirm=')[1]
    expect((await send({ path: confirmEmail.path, body: { token } })).status).toBe(200)
    expect((await enter(email, password)).status).toBe(200)
  })
})

describe('a request for a password link', () => {
  test('gets the same answer for an unknown, a suspended and an unconfirmed address, and an unknown one gets no mail [A9]', async () => {
    const [member, suspended] = [await createMember(target.server), await createMember(target.server)]
    await target.owner.query(`update profiles set status = 'Suspended' where id = $1`, [suspended.userId])
    const known = await forgot(member.email)
    await register('not.yet@example.org')
    const answers = [await forgot(suspended.email), await forgot('not.yet@example.org')]
    const sentTo = async () => (await target.server.mails()).map(({ to }) => to)
    answers.push(await expectUnchanged(target, () => forgot('nobody.at.all@example.org'), records))
    for (const { status, text } of answers) expect([status, text]).toEqual([known.status, known.text])
    await expect.poll(async () => (await linksTo(suspended.email)).length, { timeout: 10_000 }).toBe(1)
    expect(await sentTo()).not.toContain('nobody.at.all@example.org')
  })

  test('sends at most three mails an hour to an account, and answers one IP address ten times [A9]', async () => {
    const member = await createMember(target.server)
    for (let time = 1; time <= 6; time += 1) expect((await forgot(member.email)).status).toBe(200)
    await expect.poll(async () => (await linksTo(member.email)).length, { timeout: 10_000 }).toBe(3)
    const from = '203.0.113.7'
    const statuses: number[] = []
    for (let time = 1; time <= 11; time += 1)
      statuses.push((await forgot(`someone${time}@example.org`, { from })).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429])
    expect(await linksTo(member.email)).toHaveLength(3)
  })

  test.each([
    'amara@example.org\r\nBcc: everybody@example.org',
    'amara@example.org\nTo: everybody@example.org',
    'amara@example.org,everybody@example.org',
    'amara@example.org\0',
  ])('for %j is refused, and puts no line into any mail [A14]', async (email) => {
    const outcome = await expectUnchanged(target, () => forgot(email), records)
    expect([outcome.status, outcome.body?.fields?.['email']]).toEqual([400, 'A valid email is required.'])
  })

  test('for another spelling of an address reaches its one owner alone [A14]', async () => {
    const member = await createMember(target.server)
    expect((await forgot(` ${member.email.toUpperCase()} `)).status).toBe(200)
    await expect.poll(async () => (await linksTo(member.email)).length, { timeout: 10_000 }).toBe(1)
  })

  test.each(['host', 'x-forwarded-host', 'forwarded'])(
    'with a forged %s leads to the configured site [A20]',
    async (name) => {
      const member = await createMember(target.server)
      const value = name === 'forwarded' ? 'host=evil.example' : 'evil.example'
      await askForToken(member.email, { headers: { [name]: value } })
      for (const { text } of await target.server.mails()) expect(text).not.toContain('evil.example')
      expect((await linksTo(member.email))[0]?.startsWith(`${target.server.url}/reset-password#`)).toBe(true)
    },
  )
})

describe('a password link', () => {
  let member: Person
  beforeAll(async () => {
    member = await createMember(target.server)
  })

  test('that is used twenty times at once works once, and ends every session of the account [A19]', async () => {
    const token = await askForToken(member.email)
    const answers = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => reset(token, `${fresh} number ${index}`)),
    )
    const won = answers.flatMap(({ status }, index) => (status === 200 ? [index] : []))
    expect(won).toHaveLength(1)
    // A full queue of passwords refuses some calls before their token is checked.
    for (const { status, body } of answers) if (status !== 200 && status !== 429) expect(body).toEqual(gone)
    const { rows } = await target.owner.query('select 1 from sessions where user_id = $1', [member.userId])
    expect(rows).toHaveLength(0)
    expect((await enter(member.email, `${fresh} number ${won[0]}`)).status).toBe(200)
    const again = await expectUnchanged(target, () => reset(token), records)
    expect([again.status, again.body]).toEqual([400, gone])
  })

  test('is void after an hour, after a newer one, after a change of the password, and for another account [A19]', async () => {
    const other = await createMember(target.server)
    const [older, newer] = [await askForToken(other.email), await askForToken(other.email)]
    const mixed = Buffer.concat([
      Buffer.from(member.userId.replaceAll('-', ''), 'hex'),
      Buffer.from(newer, 'base64url').subarray(16),
    ]).toString('base64url')
    for (const token of [older, mixed, `${newer}A`, '', '%', "' OR 1=1 --"]) {
      const outcome = await expectUnchanged(target, () => reset(token), records)
      expect([token, outcome.status, outcome.body]).toEqual([token, 400, gone])
    }
    await target.owner.query(`update email_tokens set expires_at = now() where user_id = $1 and used_at is null`, [
      other.userId,
    ])
    expect((await expectUnchanged(target, () => reset(newer), records)).body).toEqual(gone)
    const last = await askForToken(other.email)
    const body = { currentPassword: password, password: fresh, retypePassword: fresh }
    expect((await send({ path: changePassword.path, body, as: other })).status).toBe(200)
    expect((await expectUnchanged(target, () => reset(last), records)).body).toEqual(gone)
  })

  test('is read from the body alone, and a check does not consume it [A19]', async () => {
    const other = await createMember(target.server)
    const token = await askForToken(other.email)
    for (const method of ['GET', 'POST']) {
      const path = `${resetPassword.path}?token=${token}&password=${fresh}`.replaceAll(' ', '%20')
      const { status } = await expectUnchanged(target, () => send({ method, path }), records)
      expect([400, 404, 405]).toContain(status)
    }
    const looked = await expectUnchanged(target, () => send({ path: checkResetLink.path, body: { token } }), records)
    expect(looked.status).toBe(200)
    expect((await reset(token)).status).toBe(200)
  })

  test('does not bypass the second factor: it starts no session, and the next sign-in needs a code [A31]', async () => {
    const careful = await createMember(target.server)
    const { proof } = await call(careful, stepUp, { body: { ...provenCall(startTwoFactor, {}), password } })
    const started = await send({ path: startTwoFactor.path, as: careful, headers: { 'step-up-proof': proof } })
    const nextCode = createAuthenticator((started.body as unknown as { secret: string }).secret)
    await call(careful, enableTwoFactor, { body: { code: await nextCode() } })
    const done = await reset(await askForToken(careful.email))
    expect(done.status).toBe(200)
    expect(String(done.headers['set-cookie'] ?? '')).not.toMatch(/(^|,)\s*(__Host-)?session=[^;]/)
    const refused = await enter(careful.email, fresh)
    expect([refused.status, refused.body?.code]).toEqual([401, 'code_required'])
    expect(String(refused.headers['set-cookie'] ?? '')).not.toContain('session=')
  })
})

test('a confirmation link has no effect when a scanner opens it or when it is altered, and works once [A33]', async () => {
  const email = 'scanned@example.org'
  await register(email)
  const [link = ''] = (await target.server.mailTo(email)).links
  const token = link.split('confirm=')[1] ?? ''
  for (const path of [new URL(link).pathname, `${confirmEmail.path}?token=${token}`]) {
    await expectUnchanged(target, () => send({ method: 'GET', path }), records)
  }
  const tampered = `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`
  for (const wrong of [tampered, token.slice(1), '']) {
    const outcome = await expectUnchanged(
      target,
      () => send({ path: confirmEmail.path, body: { token: wrong } }),
      records,
    )
    expect(outcome.body?.code).toBe('link_invalid')
  }
  expect((await enter(email, password)).body?.code).toBe('account_inactive')
  expect((await send({ path: confirmEmail.path, body: { token } })).status).toBe(200)
  const again = await expectUnchanged(target, () => send({ path: confirmEmail.path, body: { token } }), records)
  expect([again.status, again.body?.code]).toEqual([400, 'link_invalid'])
  expect((await enter(email, password)).status).toBe(200)
})
