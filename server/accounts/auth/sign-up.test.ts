import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { confirmEmail, signIn, signUp } from '../../../contract/auth.ts'
import {
  call,
  createMember,
  createTestApp,
  lastToken,
  password,
  publicUrl,
  signUpForm,
  type TestApp,
} from '../../../tests/helpers/app.ts'
import type { Change } from '../../platform/events/events.ts'
import { openKeptMails } from '../../platform/mail/kept-mails.ts'

let site: TestApp
beforeAll(async () => {
  site = await createTestApp()
})
afterAll(async () => site.close())
beforeEach(() => site.announced.splice(0))

test.each([
  ['the full name [SIGNUP-03]', 'fullName', 'Full Name is required.', ['', '  ']],
  [
    'letters and spaces in the full name [SIGNUP-04]',
    'fullName',
    'Must contain only letters.',
    ['R2 D2', '<img onerror>', 'Zero\u200bWidth', 'Right\u202eLeft', 'O_o'],
  ],
  [
    'at most 100 characters of full name',
    'fullName',
    'Full Name must be at most 100 characters.',
    ['a'.repeat(101), `${'Ada '.repeat(26)}R2`],
  ],
  ['an email [SIGNUP-05]', 'email', 'A valid email is required.', ['', undefined]],
  [
    'an email that looks like one [SIGNUP-06]',
    'email',
    'A valid email is required.',
    [
      'ada',
      'ada@',
      '@x.org',
      'a b@x.org',
      'a@x',
      'a@x..org',
      'ada\uff20x.org',
      'a@x.org.',
      'a@x.org\0',
      'a@x.org\r\nBcc: b@x.org',
    ],
  ],
  ['a contact number [SIGNUP-07]', 'contactNumber', 'Contact Number is required.', ['', ' ', undefined]],
  ['a country that exists [SIGNUP-08]', 'country', 'Country is required.', ['', undefined, 'XX', 'gb', 'constructor']],
  ['a state where the country lists them [SIGNUP-08]', 'state', 'State is required.', ['', undefined, 'Bavaria', 'CA']],
  ['a city [SIGNUP-08]', 'city', 'City is required.', ['', undefined]],
  ['a password [SIGNUP-17]', 'password', 'Password must be at least 8 characters', ['', undefined]],
  ['8 characters of password [SIGNUP-18]', 'password', 'Password must be at least 8 characters', ['1234567']],
  ['the same password twice [SIGNUP-19]', 'retypePassword', 'Passwords do not match', ['another one', undefined]],
  ['a package [SIGNUP-20]', 'packageId', 'Please select a membership package to continue.', ['', undefined, 'Gold']],
])('signing up needs %s', async (_, field, sentence, values) => {
  const before = await countAccounts()
  for (const value of values) {
    const { status, body } = await call(site, signUp, { body: { ...signUpForm(site), [field]: value } })
    expect([value, status, body.fields?.[field]]).toEqual([value, 400, sentence])
  }
  expect(await countAccounts()).toEqual(before)
})

test('signing up keeps every field of the form [ENT-06, ENT-07, CALL-07, CALL-08]', async () => {
  const referrer = await createMember(site)
  const { member_id: memberId } = await findByEmail(referrer.email)
  const form = signUpForm(site, {
    fullName: ' José \u00a0\t  Ñandú ',
    area: 'Soho',
    referredById: memberId?.toLowerCase() ?? '',
  })
  expect((await call(site, signUp, { body: { ...form, email: ` ${form.email.toUpperCase()} ` } })).status).toBe(200)
  expect(await findByEmail(form.email)).toMatchObject({
    role: 'user',
    status: 'Inactive',
    full_name: 'José Ñandú',
    contact_number: form.contactNumber,
    country: 'GB',
    state: 'ENG',
    city: 'London',
    area: 'Soho',
    referred_by_id: referrer.userId,
    package_id: site.packageId,
    first_purchase_done: false,
    member_id: expect.stringMatching(/^ET-[0-9A-HJKMNP-TV-Z]{9}$/) as unknown,
    referral_code: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{8}$/) as unknown,
  })
})

test('area and referral are optional, and a state is kept only where states are listed [SIGNUP-09]', async () => {
  const form = signUpForm(site, { country: 'FR', state: 'Brittany' })
  expect((await call(site, signUp, { body: form })).status).toBe(200)
  expect(await findByEmail(form.email)).toMatchObject({ country: 'FR', state: null, area: null, referred_by_id: null })
})

test('a referral code works in any case, and an unknown one is refused at its field', async () => {
  const referrer = await createMember(site)
  const { referral_code: code } = await findByEmail(referrer.email)
  const form = signUpForm(site, { referredById: code?.toLowerCase() ?? '' })
  expect((await call(site, signUp, { body: form })).status).toBe(200)
  expect((await findByEmail(form.email)).referred_by_id).toBe(referrer.userId)

  const before = await countAccounts()
  const { status, body } = await call(site, signUp, { body: signUpForm(site, { referredById: 'ET-UNKNOWN' }) })
  expect([status, body.code, body.fields]).toEqual([
    422,
    'referral_not_found',
    { referredById: 'Referral ID not found.' },
  ])
  expect(await countAccounts()).toEqual(before)
})

test('a package that is not on offer is refused', async () => {
  const gone = '01920000-0000-7000-8000-000000000000'
  const { status, body } = await call(site, signUp, { body: signUpForm(site, { packageId: gone }) })
  expect([status, body.code]).toEqual([422, 'package_not_found'])
})

test('a signup ends in a confirmation mail with a link to /login [SIGNUP-22, CALL-09]', async () => {
  const form = signUpForm(site)
  await call(site, signUp, { body: form })
  const mail = await newestMail()
  expect(mail).toMatchObject({ to: form.email, subject: 'Confirm your email' })
  expect(mail?.text).toContain(`${publicUrl}/login#confirm=${lastToken(site)}`)
  expect(site.announced.join()).not.toContain(form.email)
  expect(site.logged.join()).not.toContain(form.email)
})

test('a mail that cannot be sent is logged without its address, and the signup stands', async () => {
  const mail = { send: async () => Promise.reject(new Error('550 unknown ada@example.org')) }
  const mute = await createTestApp({}, { mail })
  const form = signUpForm(mute)
  expect((await call(mute, signUp, { body: form })).status).toBe(200)
  expect(mute.logged.join()).toContain('A mail could not be sent')
  expect(mute.logged.join()).not.toMatch(/@example\.org/)
  expect((await mute.database.owner.query('SELECT 1 FROM profiles')).rows).toHaveLength(1)
  await mute.close()
})

test('the link of a mail cannot be moved to another site', async () => {
  await call(
    site,
    signUp,
    { body: signUpForm(site) },
    { headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' } },
  )
  expect(site.announced.join()).toContain(publicUrl)
  expect(site.announced.join()).not.toContain('evil')
})

test('a sign-in is refused until the address is confirmed, and the link works once', async () => {
  const form = signUpForm(site)
  await call(site, signUp, { body: form })
  const attempt = async () => call(site, signIn, { body: { email: form.email, password, portal: 'member' } })
  expect((await attempt()).body).toMatchObject({
    code: 'account_inactive',
    message: 'Please confirm your email before you log in.',
  })

  const token = lastToken(site)
  const tampered = token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A')
  for (const wrong of ['', 'x', tampered.slice(0, 40) + 'A'.repeat(24), 'A'.repeat(64)]) {
    expect((await call(site, confirmEmail, { body: { token: wrong } })).body.code).toBe('link_invalid')
  }
  expect((await site.app.inject({ url: '/api/auth/confirm-email', query: { token } })).statusCode).toBe(405)
  expect((await attempt()).status).toBe(403)
  const answers = await Promise.all(
    Array.from({ length: 5 }, async () => call(site, confirmEmail, { body: { token } })),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400, 400])
  expect((await attempt()).status).toBe(200)
})

test('an event about a member with a confirmed address goes to the referrer and to administrators alone', async () => {
  const referrer = await createMember(site)
  const { member_id: referredById } = await findByEmail(referrer.email)
  const heard: Change[] = []
  const stop = site.deps.events.subscribe((change) => heard.push(change))
  await call(site, signUp, { body: signUpForm(site, { referredById: referredById ?? '' }) })
  expect(heard).toEqual([])
  await call(site, confirmEmail, { body: { token: lastToken(site), referrer: 'keep' } })
  await call(site, signUp, { body: signUpForm(site) })
  await call(site, confirmEmail, { body: { token: lastToken(site) } })
  stop()
  expect(heard).toEqual([
    { topics: ['profile'], toAdmins: true, userIds: [referrer.userId] },
    { topics: ['profile'], toAdmins: true },
  ])
})

test('a link is valid for 24 hours', async () => {
  const form = signUpForm(site)
  await call(site, signUp, { body: form })
  const token = lastToken(site)
  const [{ hours } = { hours: 0 }] = (
    await site.database.owner.query<{ hours: number }>(
      'SELECT extract(epoch FROM expires_at - created_at)::int / 3600 AS hours FROM email_tokens ORDER BY id DESC LIMIT 1',
    )
  ).rows
  expect(hours).toBe(24)
  await site.database.owner.query('UPDATE email_tokens SET expires_at = now()')
  expect((await call(site, confirmEmail, { body: { token } })).body.code).toBe('link_invalid')
})

test('a link does not lift a suspension', async () => {
  const form = signUpForm(site)
  await call(site, signUp, { body: form })
  await site.database.owner.query(`UPDATE profiles SET status = 'Suspended' WHERE email = $1`, [form.email])
  await call(site, confirmEmail, { body: { token: lastToken(site) } })
  expect((await findByEmail(form.email)).status).toBe('Suspended')
})

test('an old link does not reactivate a deactivated account', async () => {
  const form = signUpForm(site)
  await call(site, signUp, { body: form })
  const first = lastToken(site)
  await call(site, signUp, { body: { ...form, city: 'Leeds' } })
  await call(site, confirmEmail, { body: { token: lastToken(site) } })
  await site.database.owner.query(`UPDATE profiles SET status = 'Inactive' WHERE email = $1`, [form.email])
  expect((await call(site, confirmEmail, { body: { token: first } })).body.code).toBe('link_invalid')
  expect((await findByEmail(form.email)).status).toBe('Inactive')
})

test('a random member id that is taken is replaced by another one', async () => {
  await createMember(site)
  // The next sign-up draws the id of an existing member twice.
  await site.database.owner.query(`
    CREATE SEQUENCE draws;
    CREATE FUNCTION draw_a_taken_id() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    BEGIN
      IF nextval('draws') <= 2 THEN SELECT member_id INTO NEW.member_id FROM profiles WHERE role = 'user' LIMIT 1; END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER unlucky BEFORE INSERT ON profiles FOR EACH ROW EXECUTE FUNCTION draw_a_taken_id()`)
  const form = signUpForm(site)
  const { status } = await call(site, signUp, { body: form })
  await site.database.owner.query('DROP TRIGGER unlucky ON profiles')
  expect(status).toBe(200)
  const { rows } = await site.database.owner.query<{ draws: string }>('SELECT last_value AS draws FROM draws')
  expect(rows[0]?.draws).toBe('3')
  expect((await findByEmail(form.email)).member_id).toMatch(/^ET-/)
})

test('a password is not altered, and is stored as a hash', async () => {
  const odd = `  ${'pässwörd '.repeat(14)}`.slice(0, 128)
  const form = signUpForm(site, { password: odd, retypePassword: odd })
  await call(site, signUp, { body: form })
  await call(site, confirmEmail, { body: { token: lastToken(site) } })
  const attempt = async (text: string) =>
    call(site, signIn, { body: { email: form.email, password: text, portal: 'member' } })
  expect((await attempt(odd)).status).toBe(200)
  expect((await attempt(odd.trim())).status).toBe(401)
  const { rows } = await site.database.owner.query<{ password_hash: string }>('SELECT password_hash FROM credentials')
  for (const { password_hash: hash } of rows) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test.each([
  ['129 characters', 'x'.repeat(129)],
  ['a NUL', 'pass\0word'],
])('refuses a password with %s before it is hashed', async (_, text) => {
  const { status } = await call(site, signUp, { body: signUpForm(site, { password: text, retypePassword: text }) })
  expect(status).toBe(400)
})

async function findByEmail(email: string) {
  return site.database.ownerDb.selectFrom('profiles').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
}

async function newestMail() {
  const [mail] = await openKeptMails(site.deps.mailFolder ?? '').list()
  return mail
}

async function countAccounts(): Promise<unknown> {
  const { rows } = await site.database.owner.query(
    `SELECT (SELECT count(*) FROM profiles) AS profiles, (SELECT count(*) FROM credentials) AS credentials,
            (SELECT count(*) FROM ledger.accounts) AS accounts, (SELECT count(*) FROM email_tokens) AS tokens`,
  )
  return rows
}
