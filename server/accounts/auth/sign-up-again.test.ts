import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { confirmEmail, signIn, signUp } from '../../../contract/auth.ts'
import { resetPassword } from '../../../contract/recovery.ts'
import {
  call,
  createMember,
  createTestApp,
  lastToken,
  password,
  signUpForm,
  type TestApp,
} from '../../../tests/helpers/app.ts'
import { openKeptMails } from '../../platform/mail/kept-mails.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { createConfirmationToken } from './email-tokens.ts'
import { listPackages } from '../../money/packages/packages.ts'

let site: TestApp
beforeAll(async () => {
  site = await createTestApp()
})
afterAll(async () => site.close())
beforeEach(() => site.announced.splice(0))

test('a known address gets the same answer and changes nothing, and its owner gets a mail', async () => {
  const member = await createMember(site)
  const before = await findByEmail(member.email)
  const form = signUpForm(site, {
    email: member.email.toUpperCase(),
    fullName: 'Somebody Else',
    password: 'another password',
    retypePassword: 'another password',
  })
  const known = await call(site, signUp, { body: form })
  const unknown = await call(site, signUp, { body: signUpForm(site) })
  expect([known.status, known.body]).toEqual([unknown.status, unknown.body])
  expect(await findByEmail(member.email)).toEqual(before)
  const mails = await openKeptMails(site.deps.mailFolder ?? '').list()
  expect(mails.find(({ to }) => to === member.email)?.subject).toBe('You already have an account')
  expect((await call(site, signIn, { body: { email: member.email, password, portal: 'member' } })).status).toBe(200)
})

test('another form for an unconfirmed address mails a link that sets the password and confirms the address', async () => {
  const form = signUpForm(site)
  await call(site, signUp, { body: form })
  await call(site, signUp, { body: { ...form, city: 'Leeds' } })
  expect(site.announced).toHaveLength(2)
  expect(site.announced[0]).not.toBe(site.announced[1])
  expect((await setPassword()).status).toBe(200)
  const body = { email: form.email, password: ownPassword, portal: 'member' as const }
  expect((await call(site, signIn, { body })).status).toBe(200)
})

test.each([
  ['before its owner', [0, 1]],
  ['after its owner', [1, 0]],
])('a password that another person filled in %s never opens the account', async (_, order) => {
  const owners = signUpForm(site, { fullName: 'Ada Lovelace', area: 'Soho' })
  const strangers = { ...owners, fullName: 'Mallory', password: 'mallory was here', retypePassword: 'mallory was here' }
  const forms = [strangers, owners]
  const [first, second] = order.map((index) => forms[index] ?? owners)
  await call(site, signUp, { body: first ?? owners })
  const earlyLink = lastToken(site)
  await call(site, signUp, { body: second ?? owners })
  expect((await call(site, confirmEmail, { body: { token: earlyLink } })).body.code).toBe('link_invalid')
  await setPassword()
  const attempt = async (text: string) =>
    (await call(site, signIn, { body: { email: owners.email, password: text, portal: 'member' } })).status
  expect([await attempt(strangers.password), await attempt(owners.password), await attempt(ownPassword)]).toEqual([
    401, 401, 200,
  ])
  expect(await findByEmail(owners.email)).toMatchObject({ full_name: second?.fullName, status: 'Active' })
})

test('the package of the newest form counts until the address is confirmed, and the referrer of the first', async () => {
  const [first, second] = [await createMember(site), await createMember(site)]
  const packages = await listPackages(site.database.appDb)
  const [cheap = '', dear = ''] = packages.map(({ id }) => id)
  const codeOf = async ({ email }: { email: string }) => (await findByEmail(email)).referral_code ?? ''
  const form = signUpForm(site, { packageId: cheap, referredById: await codeOf(first) })
  await call(site, signUp, { body: form })
  expect(await findByEmail(form.email)).toMatchObject({ package_id: cheap, referred_by_id: first.userId })
  await call(site, signUp, { body: { ...form, packageId: dear, referredById: await codeOf(second) } })
  expect(await findByEmail(form.email)).toMatchObject({ package_id: dear, referred_by_id: first.userId })
  await setPassword('keep')
  await call(site, signUp, { body: form })
  expect(await findByEmail(form.email)).toMatchObject({ package_id: dear, referred_by_id: first.userId })
})

test('referrers never form a circle, and no member is their own referrer [A36]', async () => {
  const form = signUpForm(site)
  await call(site, signUp, { body: form })
  const { id, referral_code: own } = await findByEmail(form.email)
  const friend = await createMember(site, { referredById: own ?? '' })
  const { referral_code: friends } = await findByEmail(friend.email)
  for (const code of [own, friends]) {
    expect((await call(site, signUp, { body: { ...form, referredById: code ?? '' } })).status).toBe(200)
    expect((await findByEmail(form.email)).referred_by_id).toBeNull()
  }
  // The owner of the address can name a referrer, but neither themself nor a younger member.
  const token = await createToken(id)
  for (const code of [own, friends]) {
    const amend = sql`select amend_sign_up(${id}, ${site.packageId}, (select r.id from profiles r where r.referral_code = ${code}),
      'Ada', '1', 'GB', 'ENG', 'London', null, ${token})`
    await amend.execute(site.database.appDb)
    expect((await findByEmail(form.email)).referred_by_id).toBeNull()
  }
  expect((await findByEmail(friend.email)).referred_by_id).toBe(id)
})

test('the application itself can change neither package nor referrer of a confirmed member', async () => {
  const [member, other] = [await createMember(site), await createMember(site)]
  const amend = site.database.app.query(`SELECT amend_sign_up($1, $2, $3, 'Eve', '1', 'GB', 'ENG', 'London', NULL)`, [
    member.userId,
    site.packageId,
    other.userId,
  ])
  await expect(amend).rejects.toThrow('can no longer be amended')
  const update = site.database.app.query('UPDATE profiles SET referred_by_id = $2 WHERE id = $1', [
    member.userId,
    other.userId,
  ])
  await expect(update).rejects.toThrow('permission denied')
})

test('each sign-up writes something, so that a known address is not answered sooner', async () => {
  const { email } = await createMember(site)
  const readAddresses = async () => {
    const text = `SELECT ip_address FROM audit_events WHERE action = 'signed_up_again' ORDER BY id`
    const { rows } = await site.database.owner.query<{ ip_address: string | null }>(text)
    return rows.map((row) => row.ip_address)
  }
  const before = await readAddresses()
  await call(site, signUp, { body: signUpForm(site, { email }) })
  expect(await readAddresses()).toEqual([...before, '127.0.0.1'])
})

test('the same form again, as after a lost answer, sends no mail, and the link and the password stay valid', async () => {
  const form = signUpForm(site, { area: 'Soho' })
  const answers = []
  for (let time = 1; time <= 5; time += 1) answers.push(await call(site, signUp, { body: form }))
  expect(new Set(answers.map(({ status, body }) => JSON.stringify({ status, body }))).size).toBe(1)
  expect(site.announced).toHaveLength(1)
  expect((await call(site, confirmEmail, { body: { token: lastToken(site) } })).status).toBe(200)
  const body = { email: form.email, password, portal: 'member' as const }
  expect((await call(site, signIn, { body })).status).toBe(200)
})

test('repeating the second of two different forms leaves its link valid', async () => {
  const form = signUpForm(site)
  await call(site, signUp, { body: form })
  for (let time = 1; time <= 3; time += 1) await call(site, signUp, { body: { ...form, city: 'Leeds' } })
  expect(site.announced).toHaveLength(2)
  expect((await setPassword()).status).toBe(200)
})

test('the same form after more than ten minutes is a new one', async () => {
  const form = signUpForm(site)
  await call(site, signUp, { body: form })
  await site.database.owner.query(`UPDATE email_tokens SET created_at = created_at - interval '11 minutes'`)
  await call(site, signUp, { body: form })
  expect(site.announced).toHaveLength(2)
})

test('repeated forms do not count against the limit of mails to an address', async () => {
  const limited = await createTestApp({ RATE_LIMITS: 'on' })
  const form = signUpForm(limited)
  for (let time = 1; time <= 8; time += 1) await call(limited, signUp, { body: form })
  expect(limited.announced).toHaveLength(1)
  await call(limited, signUp, { body: { ...form, city: 'Leeds' } })
  expect(limited.announced).toHaveLength(2)
  await limited.close()
})

test.each([
  ['fullName', 'Ada Byron'],
  ['contactNumber', '+44 20 7946 0001'],
  ['country', 'FR'],
  ['state', 'SCT'],
  ['city', 'Leeds'],
  ['area', 'Soho'],
  ['password', 'another password 9'],
])('a form with another %s is another form', async (field, value) => {
  const form = signUpForm(site)
  await call(site, signUp, { body: form })
  const other = { ...form, [field]: value, ...(field === 'password' && { retypePassword: value }) }
  await call(site, signUp, { body: other })
  expect(site.announced).toHaveLength(2)
})

test('one form sent twenty times at once makes one account and one mail', async () => {
  const form = signUpForm(site)
  const answers = await Promise.all(Array.from({ length: 20 }, async () => call(site, signUp, { body: form })))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  const { rows } = await site.database.owner.query('SELECT 1 FROM profiles WHERE email = $1', [form.email])
  expect(rows).toHaveLength(1)
  await site.deliverMails()
  expect(site.announced).toHaveLength(1)
  expect((await call(site, confirmEmail, { body: { token: lastToken(site) } })).status).toBe(200)
})

const ownPassword = 'chosen by the mailbox 7'

/** Sets a password by the link of the last mail. */
async function setPassword(referrer?: 'keep' | 'none') {
  const token = /access_token=([\w-]+)/.exec(site.announced.at(-1) ?? '')?.[1] ?? ''
  return call(site, resetPassword, {
    body: { token, password: ownPassword, retypePassword: ownPassword, ...(referrer && { referrer }) },
  })
}

/** Returns the token of a link that could have been mailed to this account. */
async function createToken(userId: string): Promise<string> {
  return inTransaction(site.database.appDb, (tx) => createConfirmationToken(tx, userId, 'welcome'))
}

async function findByEmail(email: string) {
  return site.database.ownerDb.selectFrom('profiles').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
}
