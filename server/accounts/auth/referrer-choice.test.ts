import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { checkConfirmationLink, confirmEmail, renewSignUp, signIn, signUp } from '../../../contract/auth.ts'
import { checkResetLink, forgotPassword, resetPassword } from '../../../contract/recovery.ts'
import { addUser, resendConfirmation } from '../../../contract/users.ts'
import {
  call,
  createAdmin,
  createMember,
  createTestApp,
  lastToken,
  password,
  signUpForm,
  type Person,
  type TestApp,
} from '../../../tests/helpers/app.ts'
import { readTableDigests } from '../../../tests/helpers/table-digests.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { createNotMeToken } from './email-tokens.ts'
import { openKeptMails } from '../../platform/mail/kept-mails.ts'

let site: TestApp
let friend: Person & { code: string }
let stranger: Person & { code: string }
beforeAll(async () => {
  site = await createTestApp()
  friend = await referrer('Bea Friend')
  stranger = await referrer('Mallory Stranger')
})
afterAll(async () => site.close())
beforeEach(() => site.announced.splice(0))

async function referrer(fullName: string) {
  const member = await createMember(site, { fullName })
  const { referral_code: code } = await findById(member.userId)
  return { ...member, code: code ?? '' }
}

async function findById(userId: string) {
  return site.database.ownerDb.selectFrom('profiles').selectAll().where('id', '=', userId).executeTakeFirstOrThrow()
}

async function findByEmail(email: string) {
  return site.database.ownerDb.selectFrom('profiles').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
}

/** Returns the token of the newest link that sets a password. */
const resetToken = () => /access_token=([\w-]+)/.exec(site.announced.at(-1) ?? '')?.[1] ?? ''

/** Fills in the form again as the owner of the address, by a mailed link. */
async function renew(
  token: string,
  email: string,
  changes: Partial<ReturnType<typeof signUpForm>> & { referredById?: string } = {},
) {
  return call(site, renewSignUp, { body: { ...signUpForm(site, changes), email, token } })
}

const enters = async (email: string, text = password) =>
  (await call(site, signIn, { body: { email, password: text, portal: 'member' } })).status

test('the owner of an address reads the form and its referrer, by name in the mail and with the member ID behind the link', async () => {
  const form = signUpForm(site, { referredById: friend.code })
  await call(site, signUp, { body: form })
  const [mail] = (await openKeptMails(site.deps.mailFolder ?? '').list()).filter(({ to }) => to === form.email)
  expect(mail?.text).toContain('The form says that “Bea Friend” invited you. You are asked there if that is right.')
  const link = await call(site, checkConfirmationLink, { body: { token: lastToken(site) } })
  expect(link.body).toEqual({
    email: form.email,
    full_name: 'Ada Lovelace',
    package_name: 'Shield',
    referrer_name: 'Bea Friend',
    referrer_member_id: (await findById(friend.userId)).member_id,
  })
})

test.each([
  ['keep', true],
  ['none', false],
] as const)('a confirmation with the word %s keeps the referrer: %s', async (word, isKept) => {
  const form = signUpForm(site, { referredById: friend.code })
  await call(site, signUp, { body: form })
  const token = lastToken(site)
  const before = await readTableDigests(site.database.owner)
  const silent = await call(site, confirmEmail, { body: { token } })
  expect([silent.status, silent.body.code]).toEqual([422, 'referrer_choice_required'])
  expect(await readTableDigests(site.database.owner)).toEqual(before)
  const words = word === 'none' ? { password: 'my own words 7' } : {}
  expect((await call(site, confirmEmail, { body: { token, referrer: word, ...words } })).status).toBe(200)
  const profile = await findByEmail(form.email)
  expect([profile.status, profile.referred_by_id]).toEqual(['Active', isKept ? friend.userId : null])
  const { rows } = await site.database.owner.query(
    `SELECT detail -> 'before' ->> 'referrerId' AS declined, ip_address FROM audit_events WHERE action = 'referrer_declined' AND subject_id = $1`,
    [profile.id],
  )
  expect(rows).toEqual(isKept ? [] : [{ declined: friend.userId, ip_address: '127.0.0.1' }])
  const friends = await site.database.owner.query('SELECT 1 FROM ledger.referrals WHERE friend_id = $1', [profile.id])
  expect(friends.rowCount).toBe(isKept ? 1 : 0)
  expect([await enters(form.email), await enters(form.email, 'my own words 7')]).toEqual(
    isKept ? [200, 401] : [401, 200],
  )
})

test('a form without a referrer needs no word, and any word adds none', async () => {
  for (const word of [{}, { referrer: 'keep' }] as const) {
    const form = signUpForm(site)
    await call(site, signUp, { body: form })
    expect((await call(site, confirmEmail, { body: { token: lastToken(site), ...word } })).status).toBe(200)
    expect((await findByEmail(form.email)).referred_by_id).toBeNull()
  }
})

test('a further form neither replaces nor removes the referrer, nor adds one', async () => {
  for (const [first, further] of [
    [friend.code, stranger.code],
    [friend.code, undefined],
    [undefined, stranger.code],
  ]) {
    const form = signUpForm(site, first === undefined ? {} : { referredById: first })
    await call(site, signUp, { body: form })
    const email = form.email
    for (const city of ['Leeds', 'York', 'Bath', 'Hull']) {
      const changes = { email, city, ...(further && { referredById: further }) }
      await call(site, signUp, { body: signUpForm(site, changes) })
    }
    const { referred_by_id: referrerId, city } = await findByEmail(form.email)
    expect([referrerId, city]).toEqual([first === undefined ? null : friend.userId, 'Hull'])
    const [mail] = (await openKeptMails(site.deps.mailFolder ?? '').list()).filter(({ to }) => to === form.email)
    expect(mail?.text.includes('“Bea Friend” invited you')).toBe(first !== undefined)
    expect(mail?.text).not.toContain('Mallory')
  }
})

test('a link that sets the password asks for the word, too', async () => {
  const form = signUpForm(site, { referredById: stranger.code })
  await call(site, signUp, { body: form })
  await call(site, signUp, { body: { ...form, city: 'Leeds' } })
  const token = resetToken()
  const link = await call(site, checkResetLink, { body: { token } })
  expect(link.body.sign_up).toMatchObject({ email: form.email, referrer_name: 'Mallory Stranger' })
  const body = { token, password, retypePassword: password }
  expect((await call(site, resetPassword, { body })).body.code).toBe('referrer_choice_required')
  expect((await call(site, resetPassword, { body: { ...body, referrer: 'none' } })).status).toBe(200)
  expect(await findByEmail(form.email)).toMatchObject({ status: 'Active', referred_by_id: null })
  expect(await enters(form.email)).toBe(200)
})

test('a member with a confirmed address is not asked about the referrer, and no answer changes the referrer', async () => {
  const member = await createMember(site, { referredById: friend.code })
  await call(site, forgotPassword, { body: { email: member.email } })
  const token = resetToken()
  expect((await call(site, checkResetLink, { body: { token } })).body).toEqual({ sign_up: null })
  const body = { token, password, retypePassword: password, referrer: 'none' as const }
  expect((await call(site, resetPassword, { body })).status).toBe(200)
  expect((await findById(member.userId)).referred_by_id).toBe(friend.userId)
})

test('the form filled in again by a mailed link counts whole, and confirms the address', async () => {
  const form = signUpForm(site, { referredById: stranger.code, fullName: 'Mallory' })
  await call(site, signUp, { body: form })
  const changes = { fullName: 'Ada Byron', city: 'Leeds', referredById: friend.code }
  const own = { ...changes, password: 'my own words 7', retypePassword: 'my own words 7' }
  expect((await renew(lastToken(site), form.email, own)).status).toBe(200)
  expect(await findByEmail(form.email)).toMatchObject({
    full_name: 'Ada Byron',
    city: 'Leeds',
    referred_by_id: friend.userId,
    status: 'Active',
  })
  expect([await enters(form.email), await enters(form.email, 'my own words 7')]).toEqual([401, 200])
})

test('the form filled in again without a referrer has none', async () => {
  const form = signUpForm(site, { referredById: stranger.code })
  await call(site, signUp, { body: form })
  expect((await renew(lastToken(site), form.email)).status).toBe(200)
  expect((await findByEmail(form.email)).referred_by_id).toBeNull()
})

test('no form and no request of a stranger voids the link with which the owner fills in the form', async () => {
  const form = signUpForm(site)
  await call(site, signUp, { body: form })
  await call(site, signUp, { body: { ...form, city: 'Leeds' } })
  const token = resetToken()
  await call(site, signUp, { body: { ...form, city: 'York', referredById: stranger.code } })
  await call(site, forgotPassword, { body: { email: form.email } })
  expect((await renew(token, form.email, { referredById: friend.code })).status).toBe(200)
  expect(await findByEmail(form.email)).toMatchObject({
    status: 'Active',
    referred_by_id: friend.userId,
    city: 'London',
  })
  // The links that were mailed beside it are void now.
  const late = { token: resetToken(), password: 'another one 11', retypePassword: 'another one 11' }
  expect((await call(site, resetPassword, { body: late })).body.code).toBe('reset_link_invalid')
  expect((await renew(token, form.email)).body.code).toBe('link_invalid')
})

test.each([
  ['garbage', async () => 'x'.repeat(64)],
  ['no base64', async () => '!'.repeat(64)],
  ['the link of another account', async (token: string) => `${token.slice(0, 10)}A${token.slice(11)}`],
  [
    'a link that has expired',
    async (token: string) => {
      await site.database.owner.query(`UPDATE email_tokens SET expires_at = now() - interval '1 second'`)
      return token
    },
  ],
])('%s fills in no form', async (_, change) => {
  const form = signUpForm(site, { referredById: friend.code })
  await call(site, signUp, { body: form })
  const token = await change(lastToken(site))
  const before = await readTableDigests(site.database.owner)
  expect((await renew(token, form.email, { referredById: stranger.code })).body.code).toBe('link_invalid')
  expect((await call(site, checkConfirmationLink, { body: { token } })).body.code).toBe('link_invalid')
  expect(await readTableDigests(site.database.owner)).toEqual(before)
})

test('of a confirmation and a form filled in again at once, one counts', async () => {
  for (let round = 0; round < 5; round += 1) {
    const form = signUpForm(site, { referredById: stranger.code })
    await call(site, signUp, { body: form })
    const token = lastToken(site)
    const answers = await Promise.all([
      call(site, confirmEmail, { body: { token, referrer: 'keep' } }),
      renew(token, form.email, { referredById: friend.code }),
      renew(token, form.email, { referredById: friend.code }),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400])
    const isConfirmed = answers[0]?.status === 200
    expect((await findByEmail(form.email)).referred_by_id).toBe(isConfirmed ? stranger.userId : friend.userId)
  }
})

test('a member whom an administrator added has the same choice, also by a link that was sent again', async () => {
  const admin = await createAdmin(site)
  const body = {
    fullName: 'Cleo Added',
    email: 'cleo.added@example.org',
    packageId: site.packageId,
    referredById: stranger.code,
  }
  const { body: added } = await call(site, addUser, { body }, { cookie: admin.cookie })
  await call(site, resendConfirmation, { params: { userId: added.profile.id } }, { cookie: admin.cookie })
  const token = resetToken()
  expect((await call(site, checkResetLink, { body: { token } })).body.sign_up?.referrer_name).toBe('Mallory Stranger')
  const chosen = { token, password, retypePassword: password, referrer: 'none' as const }
  expect((await call(site, resetPassword, { body: chosen })).status).toBe(200)
  expect((await findById(added.profile.id)).referred_by_id).toBeNull()
})

test('the application itself can neither confirm an address nor change a referrer past these functions', async () => {
  const form = signUpForm(site, { referredById: stranger.code })
  await call(site, signUp, { body: form })
  const { id } = await findByEmail(form.email)
  const app = site.database.app
  const attempts = [
    'UPDATE credentials SET email_confirmed_at = now() WHERE user_id = $1',
    'UPDATE profiles SET referred_by_id = NULL WHERE id = $1',
  ]
  for (const attempt of attempts) await expect(app.query(attempt, [id])).rejects.toThrow('permission denied')
  await expect(app.query(`UPDATE profiles SET status = 'Active' WHERE id = $1`, [id])).rejects.toMatchObject({
    constraint: 'email_not_confirmed',
  })
  const token = lastToken(site)
  const confirm = async (text: string | null) => app.query('SELECT confirm_address($1, NULL)', [text])
  await expect(confirm(token)).rejects.toMatchObject({ constraint: 'referrer_choice_required' })
  // The id of an account is not enough, nor is its token with another secret, or the link "This was not me".
  const notMe = await inTransaction(site.deps.db, (tx) => createNotMeToken(tx, id))
  for (const text of [null, '', id, token.slice(0, 22) + 'A'.repeat(42), token.slice(1), notMe]) {
    await expect(confirm(text)).rejects.toMatchObject({ constraint: 'link_invalid' })
  }
  // A profile without a password is not activated either, and none begins active or confirmed.
  const insert = `INSERT INTO profiles (full_name, email, member_id, referral_code`
  const made = await app.query<{ id: string }>(`${insert}) VALUES ('Eve', 'eve@x.org', 'ET-EVE', 'EVE') RETURNING id`)
  await expect(
    app.query(`UPDATE profiles SET status = 'Active' WHERE id = $1`, [made.rows[0]?.id]),
  ).rejects.toMatchObject({ constraint: 'email_not_confirmed' })
  for (const attempt of [
    `${insert}, status) VALUES ('Eve', 'eva@x.org', 'ET-EVA', 'EVA', 'Active')`,
    `INSERT INTO credentials (user_id, password_hash, email_confirmed_at) SELECT id, 'x', now() FROM profiles WHERE full_name = 'Eve'`,
  ]) {
    await expect(app.query(attempt)).rejects.toThrow('permission denied')
  }
  const amend = `SELECT amend_sign_up($1, $2, $3, 'Eve', '1', 'GB', 'ENG', 'London', NULL, $4)`
  await app.query(amend, [id, site.packageId, friend.userId, null])
  expect((await findById(id)).referred_by_id).toBe(stranger.userId)
  await expect(app.query(amend, [id, site.packageId, friend.userId, 'x'.repeat(64)])).rejects.toMatchObject({
    constraint: 'link_invalid',
  })
})
