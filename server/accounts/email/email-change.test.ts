import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listAuditEvents } from '../../../contract/audit.ts'
import { getSession, signIn } from '../../../contract/auth.ts'
import {
  askEmailChange,
  confirmEmailChange,
  correctDetails,
  correctEmail,
  dropEmailChange,
  getEmailChange,
} from '../../../contract/email-change.ts'
import { getOutgoingState, reportNotMe } from '../../../contract/holds.ts'
import type { CallInput, Operation } from '../../../contract/operation.ts'
import { getProfile } from '../../../contract/profiles.ts'
import { changePassword, forgotPassword, resetPassword } from '../../../contract/recovery.ts'
import { stepUpHeader } from '../../../contract/step-up.ts'
import {
  call,
  createAdmin,
  createMember,
  createTestApp,
  logIn,
  password,
  type Person,
  type TestApp,
} from '../../../tests/helpers/app.ts'
import { passHolds } from '../../../tests/helpers/holds.ts'
import { requestProof } from '../../../tests/helpers/two-factor.ts'
import { openKeptMails, type KeptMail } from '../../platform/mail/kept-mails.ts'

let site: TestApp
let admin: Person
let member: Person
let count = 0
beforeAll(async () => {
  site = await createTestApp()
  admin = await createAdmin(site)
})
afterAll(() => site.close())
beforeEach(async () => {
  member = await createMember(site)
  await passHolds(site.database.ownerDb, member.userId)
})

const newAddress = () => `other${++count}@example.net`

async function proven<O extends Operation>(person: Person, operation: O, input: CallInput<O>) {
  const headers = { [stepUpHeader]: await requestProof(site, person, operation, input) }
  return call(site, operation, input, { cookie: person.cookie, headers })
}

const ask = async (email: string, person = member) => proven(person, askEmailChange, { body: { email } })
const correct = async (email: string, by = admin) =>
  proven(by, correctEmail, { params: { userId: member.userId }, body: { email, reason: 'The member mistyped it' } })
const confirm = async (token: string) => call(site, confirmEmailChange, { body: { token } })
const readPending = async ({ cookie }: Person) => (await call(site, getEmailChange, {}, { cookie })).body.pending

/** Returns the mails to an address, the oldest first. */
async function readMails(address: string): Promise<KeptMail[]> {
  const mails = await openKeptMails(join(site.dataDir, 'mail')).list()
  return mails.filter(({ to }) => to === address).toReversed()
}

const tokenIn = (mail: KeptMail | undefined) => /#token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
const linkTo = async (address: string) => tokenIn((await readMails(address)).at(-1))
const readEmail = async () =>
  (await call(site, getProfile, { params: { userId: member.userId } }, { cookie: admin.cookie })).body.email

describe('a member changes their email', () => {
  test('by the link at the new address, with a notice to the old one', async () => {
    const address = newAddress()
    expect((await ask(address.toUpperCase())).body.pending).toMatchObject({ new_email: address, is_correction: false })
    expect(await readEmail()).toBe(member.email)
    const notice = (await readMails(member.email)).at(-1)
    expect(notice?.subject).toBe('Your account shall get another email')
    // The old mailbox may be read by another person meanwhile, so it does not name the new address in full.
    expect(notice?.text).toContain('o…@example.net')
    expect(notice?.text).toContain('/not-me#token=')
    expect(await confirm(await linkTo(address))).toMatchObject({ status: 200, body: { email: address } })
    expect(await readEmail()).toBe(address)
    for (const to of [member.email, address]) {
      expect((await readMails(to)).at(-1)).toMatchObject({ subject: 'Your email was changed' })
    }
    expect((await readMails(member.email)).at(-1)?.text).toContain('can be approved before')
    expect(await readPending(member)).toBeNull()
    // The session goes on. From now on the new address logs in, and the old one does not.
    expect((await call(site, getSession, {}, { cookie: member.cookie })).body.session?.profile.email).toBe(address)
    await logIn(site, address, 'member')
    const old = await call(site, signIn, { body: { email: member.email, password, portal: 'member' } })
    expect(old.body.code).toBe('sign_in_failed')
  })

  test('only with a proof for this very address', async () => {
    const address = newAddress()
    const plain = await call(site, askEmailChange, { body: { email: address } }, { cookie: member.cookie })
    expect(plain.body.code).toBe('step_up_required')
    const proof = await requestProof(site, member, askEmailChange, { body: { email: newAddress() } })
    const options = { cookie: member.cookie, headers: { [stepUpHeader]: proof } }
    expect((await call(site, askEmailChange, { body: { email: address } }, options)).body.code).toBe('step_up_required')
    expect(await readPending(member)).toBeNull()
  })

  test('and withdrawals and transfers are held from then on', async () => {
    const address = newAddress()
    await ask(address)
    const held = async () => (await call(site, getOutgoingState, {}, { cookie: member.cookie })).body.hold
    expect(await held()).toBeNull()
    await confirm(await linkTo(address))
    expect((await held())?.cause).toBe('email')
  })

  test('to one address at a time, and can keep the present one', async () => {
    const [first, second] = [newAddress(), newAddress()]
    await ask(first)
    await ask(second)
    expect((await readPending(member))?.new_email).toBe(second)
    expect((await confirm(await linkTo(first))).body.code).toBe('link_invalid')
    expect((await call(site, dropEmailChange, {}, { cookie: member.cookie })).status).toBe(200)
    expect(await readPending(member)).toBeNull()
    expect((await confirm(await linkTo(second))).body.code).toBe('link_invalid')
    expect(await readEmail()).toBe(member.email)
    expect((await ask(member.email)).body.code).toBe('email_unchanged')
  })
})

describe('a link to a new email', () => {
  test('works once', async () => {
    const address = newAddress()
    await ask(address)
    const token = await linkTo(address)
    const answers = await Promise.all([confirm(token), confirm(token)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
  })

  test('ends after a day, and its address is forgotten', async () => {
    const address = newAddress()
    await ask(address)
    await site.database.owner.query(
      'UPDATE email_changes SET expires_at = now() - interval $$1 second$$ WHERE user_id = $1',
      [member.userId],
    )
    expect((await confirm(await linkTo(address))).body.code).toBe('link_invalid')
    expect(await readPending(member)).toBeNull()
    await site.database.app.query('SELECT forget_expired_email_changes()')
    const { rows } = await site.database.owner.query('SELECT new_email FROM email_changes WHERE user_id = $1', [
      member.userId,
    ])
    expect(rows).toEqual([{ new_email: null }])
  })

  test('is void after a new password', async () => {
    const address = newAddress()
    await ask(address)
    const body = { currentPassword: password, password: 'another Horse 12', retypePassword: 'another Horse 12' }
    expect((await call(site, changePassword, { body }, { cookie: member.cookie })).status).toBe(200)
    expect((await confirm(await linkTo(address))).body.code).toBe('link_invalid')
  })

  test('is void after the owner said that the change was not theirs [A336]', async () => {
    const address = newAddress()
    await ask(address)
    const token = await linkTo(member.email)
    expect((await call(site, reportNotMe, { body: { token } })).status).toBe(200)
    expect((await confirm(await linkTo(address))).body.code).toBe('link_invalid')
    expect(await readEmail()).toBe(member.email)
  })

  test('is void after each further word of the owner, and none is made while a stop lasts [A336]', async () => {
    const first = await linkTo(member.email)
    await site.database.app.query('SELECT ledger.stop_outgoing($1, NULL)', [member.userId])
    expect(first).toBe('')
    expect((await ask(newAddress())).body.code).toBe('outgoing_stopped')
    const address = newAddress()
    await correct(address)
    const token = await linkTo(member.email)
    expect((await call(site, reportNotMe, { body: { token } })).status).toBe(200)
    expect((await confirm(await linkTo(address))).body.code).toBe('link_invalid')
    expect(await readEmail()).toBe(member.email)
  })

  test('voids the links to a new password that went to the old address [A337]', async () => {
    await call(site, forgotPassword, { body: { email: member.email } })
    const mail = (await readMails(member.email)).at(-1)
    const token = /access_token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
    const address = newAddress()
    await ask(address)
    await confirm(await linkTo(address))
    const body = { token, password: 'another Horse 12', retypePassword: 'another Horse 12' }
    expect((await call(site, resetPassword, { body })).body.code).toBe('reset_link_invalid')
  })
})

test('a member learns nothing about an address that has an account, and its owner gets no link [A338]', async () => {
  const other = await createMember(site)
  const free = newAddress()
  const taken = await ask(other.email)
  expect(taken.body.pending).toMatchObject({ new_email: other.email })
  const mail = (await readMails(other.email)).at(-1)
  expect(mail?.subject).toBe('This email already has an account')
  expect(mail?.text).not.toContain('token')
  const { body } = await ask(free)
  expect(Object.keys(body.pending)).toEqual(Object.keys(taken.body.pending))
  expect(await readEmail()).toBe(member.email)
})

test('an address that gets an account meanwhile is refused by the link', async () => {
  const address = newAddress()
  await ask(address)
  const token = await linkTo(address)
  await createMember(site, { email: address })
  expect((await confirm(token)).body.code).toBe('email_taken')
  expect(await readEmail()).toBe(member.email)
})

describe('an administrator corrects', () => {
  test('the email of a member, with a reason that both sides can read', async () => {
    const address = newAddress()
    expect((await correct(address)).body.pending).toMatchObject({ new_email: address, is_correction: true })
    expect((await readMails(member.email)).at(-1)?.text).toContain('The member mistyped it')
    expect(await readPending(member)).toMatchObject({ new_email: address, is_correction: true })
    await confirm(await linkTo(address))
    expect(await readEmail()).toBe(address)
    const { body } = await call(
      site,
      listAuditEvents,
      { query: { action: 'email_correction_asked' } },
      { cookie: admin.cookie },
    )
    expect(body.items[0]).toMatchObject({ actor: { id: admin.userId }, subject: { id: member.userId } })
    expect(JSON.stringify(body.items[0])).toContain('The member mistyped it')
  })

  test('no email of an administrator, and none to an address with an account', async () => {
    const other = await createMember(site)
    expect((await correct(other.email)).body.code).toBe('email_taken')
    const input = { params: { userId: admin.userId }, body: { email: newAddress(), reason: 'A test' } }
    expect((await proven(admin, correctEmail, input)).body.code).toBe('not_found')
  })

  test('an email and details only with a duty that decides', async () => {
    const support = await createAdmin(site, 'Sue Porter', 'support')
    const params = { userId: member.userId }
    const input = { params, body: { email: newAddress(), reason: 'A test' } }
    expect((await call(site, correctEmail, input, { cookie: support.cookie })).body.code).toBe('duty_missing')
    const details = { params, body: { full_name: 'Ada King', reason: 'A test' } }
    expect((await call(site, correctDetails, details, { cookie: support.cookie })).body.code).toBe('duty_missing')
  })

  test('details, which are mailed and put on record with what they were', async () => {
    const body = { full_name: 'Ada King', country: 'FR', state: '', city: 'Paris', area: '', reason: 'She moved' }
    const params = { userId: member.userId }
    const { body: answer } = await call(site, correctDetails, { params, body }, { cookie: admin.cookie })
    expect(answer.is_changed).toBe(true)
    expect(answer.profile).toMatchObject({
      full_name: 'Ada King',
      country: 'FR',
      state: null,
      city: 'Paris',
      area: null,
    })
    const mail = (await readMails(member.email)).at(-1)
    expect(mail?.subject).toBe('Your details were corrected')
    expect(mail?.text).toContain('Full Name: Ada Lovelace becomes Ada King')
    expect(mail?.text).toContain('City: London becomes Paris')
    expect(mail?.text).toContain('Reason: She moved')
    expect(mail?.text).not.toContain('Contact Number')
  })

  test('nothing by a form without a difference, and no state of another country', async () => {
    const params = { userId: member.userId }
    const before = (await readMails(member.email)).length
    const same = { params, body: { full_name: 'Ada Lovelace', city: 'London', reason: 'No reason' } }
    expect((await call(site, correctDetails, same, { cookie: admin.cookie })).body.is_changed).toBe(false)
    expect(await readMails(member.email)).toHaveLength(before)
    const wrong = { params, body: { country: 'US', reason: 'She moved' } }
    expect((await call(site, correctDetails, wrong, { cookie: admin.cookie })).body.code).toBe('invalid_request')
  })
})
