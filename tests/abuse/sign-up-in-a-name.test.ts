import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkConfirmationLink, confirmEmail, renewSignUp, signIn, signUp } from '../../contract/auth.ts'
import { checkResetLink, forgotPassword, resetPassword } from '../../contract/recovery.ts'
import { createMember, findPackage, type Person } from '../helpers/api.ts'
import { attack, expectNoInternals, expectUnchanged, startTarget, type Target } from '../helpers/attack.ts'
import { password } from '../helpers/screens.ts'

let target: Target
let packageId: string
let friend: Person
let mallory: Person
let people = 0
beforeAll(async () => {
  target = await startTarget()
  packageId = (await findPackage(target.server, 'Gold')).id
  friend = await createMember(target.server, { name: 'Bea Friend' })
  mallory = await createMember(target.server, { name: 'Mallory Stranger' })
})
afterAll(async () => target.stop())

function newForm(changes: Record<string, string> = {}) {
  people += 1
  const place = { contactNumber: '+44 20 7946 0018', country: 'GB', state: 'SCT', city: 'Edinburgh' }
  const who = { fullName: 'Ada Lovelace', email: `in.the.name${people}@example.org` }
  return { ...who, ...place, password, retypePassword: password, packageId, ...changes }
}

/** Sends a call, each from another address, so that no limit of a network hides the answer. */
async function send(operation: { path: string }, body: object) {
  people += 1
  return attack(target, { path: operation.path, body, from: `198.51.100.${people % 250}` })
}

async function readProfile(email: string) {
  const { rows } = await target.owner.query<Record<string, unknown>>(
    `select id, full_name, status, referred_by_id, city from profiles where email = $1`,
    [email],
  )
  return rows[0]
}

/** Waits for that many mails to an address, and returns the token of the newest link. */
async function newestToken(email: string, count: number): Promise<string> {
  const mailsTo = async () => (await target.server.mails()).filter(({ to }) => to === email)
  await expect.poll(async () => (await mailsTo()).length, { timeout: 10_000 }).toBe(count)
  const [link = ''] = (await mailsTo()).at(-1)?.links ?? []
  return /(?:confirm|access_token)=([\w-]+)/.exec(link)?.[1] ?? ''
}

const byMallory = { fullName: 'Mallory Stranger', password: 'mallory was here', retypePassword: 'mallory was here' }

test.each([
  ['of a friend', () => friend.memberId],
  ['no member', () => undefined],
])('four forms of a stranger leave the referrer of the first form, %s [A170]', async (_, codeOf) => {
  const code = codeOf()
  const form = newForm(code === undefined ? {} : { referredById: code })
  const first = await send(signUp, form)
  for (const city of ['Leith', 'Perth', 'Oban', 'Ayr']) {
    const answer = await send(signUp, { ...form, ...byMallory, city, referredById: mallory.memberId })
    expect([answer.status, answer.text]).toEqual([first.status, first.text])
  }
  const expected = code === undefined ? null : friend.userId
  expect((await readProfile(form.email))?.['referred_by_id']).toBe(expected)
  // Three mails an hour go to an address. A form beyond them changes nothing.
  const token = await newestToken(form.email, 3)
  const body = { token, password, retypePassword: password, referrer: 'keep' }
  expect((await send(resetPassword, body)).status).toBe(200)
  expect(await readProfile(form.email)).toMatchObject({ status: 'Active', referred_by_id: expected })
  const { rows } = await target.owner.query('select 1 from ledger.referrals where user_id = $1', [mallory.userId])
  expect(rows).toEqual([])
})

test('a stranger who sends the first form is named to the owner of the address, who declines them [A171]', async () => {
  const form = newForm({ ...byMallory, referredById: mallory.memberId })
  expect((await send(signUp, form)).status).toBe(200)
  const token = await newestToken(form.email, 1)
  const mail = await target.server.mailTo(form.email)
  expect(mail.text).toContain('“Mallory Stranger” invited you')
  const link = await send(checkConfirmationLink, { token })
  expect(link.body).toMatchObject({ referrer_name: 'Mallory Stranger', email: form.email })
  await expectUnchanged(target, async () => {
    for (const referrer of [{}, { referrer: undefined }]) {
      const silent = await send(confirmEmail, { token, ...referrer })
      expect([silent.status, silent.body?.code]).toEqual([422, 'referrer_choice_required'])
    }
    for (const referrer of ['', 'KEEP', mallory.memberId, true, null]) {
      expect((await send(confirmEmail, { token, referrer })).status).toBe(400)
    }
  })
  await expectUnchanged(target, async () => {
    expect((await send(confirmEmail, { token, referrer: 'none' })).status).toBe(400)
  })
  expect((await send(confirmEmail, { token, referrer: 'none', password: 'my own words 7' })).status).toBe(200)
  expect(await readProfile(form.email)).toMatchObject({ status: 'Active', referred_by_id: null })
  // Mallory chose the password of the form, so it opens nothing.
  const enter = async (text: string) =>
    (await send(signIn, { email: form.email, password: text, portal: 'member' })).status
  expect([await enter(byMallory.password), await enter('my own words 7')]).toEqual([401, 200])
  const { rows } = await target.owner.query('select 1 from ledger.referrals where user_id = $1', [mallory.userId])
  expect(rows).toEqual([])
})

test('no form and no request of a stranger takes the link away from the owner, and the owner’s form counts whole [A172]', async () => {
  const form = newForm()
  await send(signUp, { ...form, ...byMallory, referredById: mallory.memberId })
  await send(signUp, form)
  const token = await newestToken(form.email, 2)
  await send(signUp, { ...form, ...byMallory, city: 'Leith', referredById: mallory.memberId })
  for (let time = 1; time <= 4; time += 1) await send(forgotPassword, { email: form.email })
  expect((await send(checkResetLink, { token })).status).toBe(200)
  const words = { password: 'my own words 7', retypePassword: 'my own words 7' }
  expect((await send(renewSignUp, { ...form, ...words, token, referredById: friend.memberId })).status).toBe(200)
  expect(await readProfile(form.email)).toMatchObject({
    full_name: 'Ada Lovelace',
    city: 'Edinburgh',
    status: 'Active',
    referred_by_id: friend.userId,
  })
  const enter = async (text: string) =>
    (await send(signIn, { email: form.email, password: text, portal: 'member' })).status
  expect([await enter(byMallory.password), await enter(password), await enter('my own words 7')]).toEqual([
    401, 401, 200,
  ])
})

test('no link but a good one of the very address fills in its form again [A173]', async () => {
  const [form, other] = [newForm({ referredById: friend.memberId }), newForm()]
  await send(signUp, form)
  await send(signUp, other)
  const [token, otherToken] = [await newestToken(form.email, 1), await newestToken(other.email, 1)]
  const fields = { ...form, ...byMallory, referredById: mallory.memberId }
  // The first 22 letters hold the id of the account.
  const forged = [token.slice(0, 22) + otherToken.slice(22), otherToken.slice(0, 22) + token.slice(22)]
  await expectUnchanged(target, async () => {
    for (const wrong of [...forged, 'A'.repeat(64), '!'.repeat(64), '', token.slice(1)]) {
      const answer = await send(renewSignUp, { ...fields, token: wrong })
      expect([wrong, answer.status, answer.body?.code]).toEqual([wrong, 400, 'link_invalid'])
      expectNoInternals(answer)
    }
    expect((await send(renewSignUp, { ...fields, token, email: other.email })).body?.code).toBe('link_invalid')
    expect((await send(renewSignUp, { ...fields, token, status: 'Active' })).body?.code).toBe('invalid_request')
  })
  await target.owner.query(`update email_tokens set expires_at = now() where user_id = $1`, [
    (await readProfile(form.email))?.['id'],
  ])
  await expectUnchanged(target, async () => {
    expect((await send(renewSignUp, { ...fields, token })).body?.code).toBe('link_invalid')
  })
  expect((await send(confirmEmail, { token: otherToken })).status).toBe(200)
  await expectUnchanged(target, async () => {
    const late = { ...fields, token: otherToken, email: other.email }
    expect((await send(renewSignUp, late)).body?.code).toBe('link_invalid')
  })
})
