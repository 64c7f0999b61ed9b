import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stepUpHeader } from '../../../contract/step-up.ts'
import { getUser, resetTwoFactor } from '../../../contract/users.ts'
import {
  call,
  createAdmin,
  createMember,
  createTestApp,
  logIn,
  type Person,
  type TestApp,
} from '../../../tests/helpers/app.ts'
import { registerPasskey, signInBy } from '../../../tests/helpers/passkeys.ts'
import { readTableDigests } from '../../../tests/helpers/table-digests.ts'
import { readMailSubjects, requestProof, turnOnTwoFactor } from '../../../tests/helpers/two-factor.ts'
import { openKeptMails } from '../../platform/mail/kept-mails.ts'

let site: TestApp
let admin: Person
beforeAll(async () => {
  site = await createTestApp()
  admin = await createAdmin(site)
})
afterAll(async () => site.close())

async function reset(userId: string, { by = admin, isProven = true } = {}) {
  const input = { params: { userId }, body: { reason: 'Lost telephone' } }
  const headers = isProven ? { [stepUpHeader]: await requestProof(site, by, resetTwoFactor, input) } : {}
  return call(site, resetTwoFactor, input, { cookie: by.cookie, headers })
}

test('an administrator turns off the second factor of an account, and its owner gets a mail', async () => {
  const member = await createMember(site)
  await turnOnTwoFactor(site, member)
  const details = async () => call(site, getUser, { params: { userId: member.userId } }, { cookie: admin.cookie })
  expect((await details()).body.two_factor_on).toBe(true)
  expect((await reset(member.userId)).status).toBe(200)
  expect((await details()).body.two_factor_on).toBe(false)
  await logIn(site, member.email, 'member')
  const mails = await openKeptMails(join(site.dataDir, 'mail')).list()
  const subjects = mails.filter(({ to }) => to === member.email).map(({ subject }) => subject)
  expect(subjects).toContain('Two-factor authentication was reset')
  const { rows } = await site.database.owner.query(
    `select actor_id, ip_address, detail from audit_events where action = 'two_factor_reset' and subject_id = $1`,
    [member.userId],
  )
  const detail = { before: { two_factor: 'on' }, after: { two_factor: 'off' }, reason: 'Lost telephone' }
  expect(rows).toEqual([{ actor_id: admin.userId, ip_address: '127.0.0.1', detail }])
})

test('all owners hear that the second factor of an administrator was removed, and no other administrator does', async () => {
  const [owner, second] = [await createAdmin(site, 'Olga Owner'), await createAdmin(site, 'Sam Second')]
  const auditor = await createAdmin(site, 'Aurel Auditor', 'auditor')
  await turnOnTwoFactor(site, owner)
  const news = 'The second factor of an administrator was removed'
  expect((await reset(owner.userId)).status).toBe(200)
  const heard = async (person: Person) => (await readMailSubjects(site, person)).filter((subject) => subject === news)
  expect(await readMailSubjects(site, owner)).toContain('Two-factor authentication was reset')
  expect([await heard(admin), await heard(second), await heard(owner)]).toEqual([[news], [news], []])
  expect(await readMailSubjects(site, auditor)).toEqual([])
})

test('without a fresh proof nothing is reset', async () => {
  const member = await createMember(site)
  await turnOnTwoFactor(site, member)
  const before = await readTableDigests(site.database.owner)
  const { status, body } = await reset(member.userId, { isProven: false })
  expect([status, body.code]).toEqual([401, 'step_up_required'])
  expect(await readTableDigests(site.database.owner)).toEqual(before)
})

test('a reset of one’s own second factor, of one that is off, or of an unknown account is refused', async () => {
  const member = await createMember(site)
  expect((await reset(admin.userId)).body.code).toBe('status_of_oneself')
  expect((await reset(member.userId)).body.code).toBe('two_factor_off')
  expect((await reset(randomUUID())).status).toBe(404)
})

test('a reset also removes the passkeys, with the recovery codes', async () => {
  const member = await createMember(site)
  const passkey = await registerPasskey(site, member)
  expect((await signInBy(site, passkey)).status).toBe(200)
  expect((await reset(member.userId)).status).toBe(200)
  expect((await signInBy(site, passkey)).body.code).toBe('passkey_wrong')
  await logIn(site, member.email, 'member')
  const { rows } = await site.database.owner.query('select from recovery_codes where user_id = $1', [member.userId])
  expect(rows).toEqual([])
})
