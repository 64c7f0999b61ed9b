import { afterAll, beforeAll, expect, test } from 'vitest'
import { getSession, signIn, signUp } from '../../../contract/auth.ts'
import { stepUpHeader } from '../../../contract/step-up.ts'
import { changePassword, checkResetLink, forgotPassword, resetPassword } from '../../../contract/recovery.ts'
import { enableTwoFactor, startTwoFactor, stepUp } from '../../../contract/two-factor.ts'
import { createAuthenticator } from '../../../tests/helpers/authenticator.ts'
import {
  call,
  createAdmin,
  createMember,
  createTestApp,
  logIn,
  password,
  publicUrl,
  signUpForm,
  type Person,
  type TestApp,
} from '../../../tests/helpers/app.ts'
import { openKeptMails } from '../../platform/mail/kept-mails.ts'
import { provenCall } from '../../../tests/helpers/proven-call.ts'
import type { CallInput, Operation } from '../../../contract/operation.ts'

const fresh = 'another Word 8'
const gone = { code: 'reset_link_invalid', message: 'The reset link is invalid or has expired.' }

let site: TestApp
beforeAll(async () => {
  site = await createTestApp()
})
afterAll(async () => site.close())

test('a mailed link lets its owner set a new password [CALL-13, CALL-14, CALL-15, CALL-16, RESET-10]', async () => {
  const member = await createMember(site)
  const token = await askForToken(member.email)
  const mail = await newestMail(member.email)
  expect(mail?.text).toContain(`${publicUrl}/reset-password#access_token=${token}&type=recovery`)
  for (let time = 1; time <= 2; time += 1) {
    expect((await call(site, checkResetLink, { body: { token } })).status).toBe(200)
  }
  const done = await reset(token)
  expect(done.status).toBe(200)
  // The account knows the browser from now on, but no session starts.
  expect(String(done.headers['set-cookie'])).toMatch(/^device=[\w-]{43};/)
  expect(String(done.headers['set-cookie'])).not.toContain('session=')
  expect((await call(site, getSession, {}, member)).body.isAuthenticated).toBe(false)
  expect((await newestMail(member.email))?.subject).toBe('Your password was changed')
  expect(await attempt(member.email, password)).toBe(401)
  expect(await attempt(member.email, fresh)).toBe(200)
})

test('a link works once, for an hour, and until there is a newer link or another password [RESET-06]', async () => {
  const member = await createMember(site)
  const [older, newer] = [await askForToken(member.email), await askForToken(member.email)]
  expect((await reset(older)).body).toEqual(gone)
  expect((await reset(newer)).status).toBe(200)
  const late = await askForToken(member.email)
  await site.database.owner.query('UPDATE email_tokens SET expires_at = now() WHERE used_at IS NULL')
  for (const token of ['', 'x', 'A'.repeat(64), older, newer, late]) {
    expect((await reset(token)).body).toEqual(gone)
    expect((await call(site, checkResetLink, { body: { token } })).body).toEqual(gone)
  }
  expect(await attempt(member.email, fresh)).toBe(200)
  const { rows } = await site.database.owner.query<{ minutes: number }>(
    `SELECT DISTINCT extract(epoch FROM lead_time)::int / 60 AS minutes FROM (
       SELECT expires_at - created_at AS lead_time FROM email_tokens WHERE purpose = 'recovery') t ORDER BY 1 DESC LIMIT 1`,
  )
  expect(rows[0]?.minutes).toBe(60)
})

test('a link confirms the address of an unconfirmed account, and reopens no closed account', async () => {
  const form = signUpForm(site)
  await call(site, signUp, { body: form })
  expect((await reset(await askForToken(form.email))).status).toBe(200)
  expect(await attempt(form.email, fresh)).toBe(200)
  for (const status of ['Suspended', 'Inactive']) {
    const member = await createMember(site)
    await site.database.owner.query('UPDATE profiles SET status = $2 WHERE id = $1', [member.userId, status])
    expect((await reset(await askForToken(member.email))).status).toBe(200)
    expect(await attempt(member.email, fresh)).toBe(403)
  }
})

test('an unknown address gets the same answer as a known one, and no mail is sent', async () => {
  const member = await createMember(site)
  const sentBefore = site.announced.length
  const known = await forgot(member.email)
  const unknown = await forgot('nobody@example.org')
  expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
  expect(site.announced.length).toBe(sentBefore + 1)
  expect((await forgot('no address')).body.fields?.['email']).toBe('A valid email is required.')
})

test.each([
  ['8 characters [RESET-08]', 'short77', 'short77', 'password', 'Password must be at least 8 characters long.'],
  ['the same twice [RESET-09]', 'long enough', 'long enouhg', 'retypePassword', "Passwords don't match."],
])('a new password by a link has %s', async (_, text, retypePassword, field, sentence) => {
  const member = await createMember(site)
  const token = await askForToken(member.email)
  const refused = await call(site, resetPassword, { body: { token, password: text, retypePassword } })
  expect([refused.status, refused.body.fields?.[field]]).toEqual([400, sentence])
  expect((await reset(token)).status).toBe(200)
})

test.each([
  ['Lowercase only 1'.toLowerCase(), 'Password needs one uppercase, one lowercase, and one digit.'],
  ['Password1', 'This password is too common. Please choose another one.'],
])('an administrator’s new password cannot be %s', async (text, sentence) => {
  const admin = await createAdmin(site)
  const token = await askForToken(admin.email)
  expect((await reset(token, text)).body.fields).toEqual({ password: sentence })
  expect((await change(admin, { password: text, retypePassword: text })).body.fields).toEqual({ password: sentence })
  expect((await reset(token)).status).toBe(200)
})

test('a caller with the current password changes it, and only this browser stays signed in [PROFILE-04, CALL-15]', async () => {
  const member = await createMember(site)
  const elsewhere = await logIn(site, member.email, 'member')
  const token = await askForToken(member.email)
  const done = await change(member)
  expect(done.status).toBe(200)
  const isIn = async (cookie: string | undefined) => (await call(site, getSession, {}, { cookie })).body.isAuthenticated
  expect([await isIn(member.cookie), await isIn(elsewhere.cookie), await isIn(done.cookie)]).toEqual([
    false,
    false,
    true,
  ])
  expect((await newestMail(member.email))?.subject).toBe('Your password was changed')
  expect((await reset(token)).body).toEqual(gone)
  expect(await attempt(member.email, fresh)).toBe(200)
})

test.each([
  [
    'the current one',
    { currentPassword: 'not this one' },
    422,
    'currentPassword',
    'Your current password is not correct.',
  ],
  ['it at all', { currentPassword: '' }, 400, 'currentPassword', 'Current Password is required.'],
  [
    '8 characters [PROFILE-05, CONST-16]',
    { password: 'short77', retypePassword: 'short77' },
    400,
    'password',
    'Password must be at least 8 characters.',
  ],
  ['the same twice [PROFILE-06]', { retypePassword: 'other' }, 400, 'retypePassword', 'Passwords do not match.'],
])('changing the password needs %s', async (_, changes, status, field, sentence) => {
  const member = await createMember(site)
  const refused = await change(member, changes)
  expect([refused.status, refused.body.fields?.[field]]).toEqual([status, sentence])
  expect((await call(site, getSession, {}, member)).body.isAuthenticated).toBe(true)
  expect(await attempt(member.email, password)).toBe(200)
})

test('with a second factor on, the password alone does not change the password', async () => {
  const member = await createMember(site)
  const proveBy = async <O extends Operation>(operation: O, input: CallInput<O>, secret: object) => {
    const { body } = await call(site, stepUp, { body: { ...provenCall(operation, input), ...secret } }, member)
    return { cookie: member.cookie, headers: { [stepUpHeader]: body.proof } }
  }
  const started = await call(site, startTwoFactor, {}, await proveBy(startTwoFactor, {}, { password }))
  const nextCode = createAuthenticator(started.body.secret)
  await call(site, enableTwoFactor, { body: { code: await nextCode() } }, member)
  const refused = await change(member)
  expect([refused.status, refused.body.code]).toEqual([401, 'step_up_required'])
  const form = { currentPassword: password, password: fresh, retypePassword: fresh }
  const proven = await proveBy(changePassword, { body: form }, { code: await nextCode() })
  const wrong = await call(site, changePassword, { body: { ...form, currentPassword: 'not this one' } }, proven)
  expect(wrong.body.code).toBe('password_wrong')
  expect((await call(site, changePassword, { body: form }, proven)).status).toBe(200)
})

test('only one of two changes at the same moment succeeds', async () => {
  const member = await createMember(site)
  const answers = await Promise.all([
    change(member),
    change(member, { password: 'third Word 7', retypePassword: 'third Word 7' }),
  ])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)[0]).toBe(200)
  expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
})

test('with rate limits, an account gets three mails an hour, and the last link stays valid', async () => {
  const limited = await createTestApp({ RATE_LIMITS: 'on' })
  const form = signUpForm(limited)
  for (let time = 1; time <= 5; time += 1) await call(limited, signUp, { body: { ...form, area: `Area ${time}` } })
  expect(limited.announced).toHaveLength(3)
  for (let time = 1; time <= 5; time += 1) {
    expect((await call(limited, forgotPassword, { body: { email: form.email } })).status).toBe(200)
  }
  expect(limited.announced).toHaveLength(6)
  const token = tokenOf(limited.announced.at(-1))
  expect((await call(limited, checkResetLink, { body: { token } })).status).toBe(200)
  await limited.close()
})

async function forgot(email: string) {
  return call(site, forgotPassword, { body: { email } })
}

async function askForToken(email: string): Promise<string> {
  await forgot(email)
  return tokenOf(site.announced.at(-1))
}

function tokenOf(line: string | undefined): string {
  return /access_token=([\w-]+)&/.exec(line ?? '')?.[1] ?? ''
}

async function reset(token: string, text = fresh) {
  return call(site, resetPassword, { body: { token, password: text, retypePassword: text } })
}

async function change(person: Person, changes: object = {}) {
  const form = { currentPassword: password, password: fresh, retypePassword: fresh, ...changes }
  return call(site, changePassword, { body: form }, person)
}

async function attempt(email: string, text: string): Promise<number> {
  return (await call(site, signIn, { body: { email, password: text, portal: 'member' } })).status
}

async function newestMail(email: string) {
  const mails = await openKeptMails(site.deps.mailFolder ?? '').list()
  return mails.find(({ to }) => to === email)
}
