import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { changeDuty, listAdministrators } from '../../../contract/administrators.ts'
import { changeSettings } from '../../../contract/admin-settings.ts'
import { getSession } from '../../../contract/auth.ts'
import { checkInvitation } from '../../../contract/invitations.ts'
import type { Duty } from '../../../contract/roles.ts'
import { stepUpHeader } from '../../../contract/step-up.ts'
import {
  call,
  createAdmin,
  createTestApp,
  logIn,
  password,
  type Person,
  type TestApp,
} from '../../../tests/helpers/app.ts'
import { adminSignUp } from '../../../contract/auth.ts'
import { invite } from '../../../tests/helpers/invite.ts'
import { readTableDigests } from '../../../tests/helpers/table-digests.ts'
import { readActions, readMailSubjects, requestProof } from '../../../tests/helpers/two-factor.ts'
import type { Change } from '../../platform/events/events.ts'

let site: TestApp
let owner: Person
let published: Change[]
beforeAll(async () => {
  site = await createTestApp()
  owner = await createAdmin(site, 'Olga Owner')
  site.deps.events.subscribe((change) => published.push(change))
})
afterAll(async () => site.close())
beforeEach(() => (published = []))

async function change(
  by: Person,
  { userId }: Pick<Person, 'userId'>,
  duty: Duty,
  { isProven = true, reason = 'New work' } = {},
) {
  const input = { params: { userId }, body: { duty, reason } }
  const headers = isProven ? { [stepUpHeader]: await requestProof(site, by, changeDuty, input) } : {}
  return call(site, changeDuty, input, { cookie: by.cookie, headers })
}

async function readSession({ cookie }: Person) {
  return (await call(site, getSession, {}, { cookie })).body.session
}

test('an owner gives another administrator a duty: it holds from the next call on, and no session ends', async () => {
  const other = await createAdmin(site, 'Noor Haddad')
  const setNetwork = async (revision: number) =>
    (await call(site, changeSettings, { body: { revision, deposit_network: 'TRC20' } }, { cookie: other.cookie })).body
  expect((await setNetwork(-1)).code).toBe('edited_meanwhile')
  const { status, body } = await change(owner, other, 'support')
  expect([status, body.duty, body.full_name]).toEqual([200, 'support', 'Noor Haddad'])
  expect((await readSession(other))?.profile.duty).toBe('support')
  expect(await setNetwork(-1)).toMatchObject({
    code: 'duty_missing',
    message: 'Your duty does not cover this. It is for: Owner.',
    values: { duties: 'owner' },
  })
  expect(await readActions(site, other)).toEqual(['admin_signed_up', 'duty_changed'])
  expect(published).toEqual([
    { topics: ['session', 'profile'], userIds: [other.userId] },
    { topics: ['profile'], toAdmins: true },
  ])
})

test('all owners and the person hear of it by mail; the other administrators do not', async () => {
  const [second, approver, person] = [
    await createAdmin(site, 'Sam Second'),
    await createAdmin(site, 'Ada Approver', 'approver'),
    await createAdmin(site, 'Paul Person', 'auditor'),
  ]
  await change(owner, person, 'owner')
  const told = 'The duty of an administrator was changed'
  for (const { email } of [owner, second]) expect(await readMailSubjects(site, { ...owner, email })).toContain(told)
  expect(await readMailSubjects(site, person)).toEqual(['Your duty was changed'])
  expect(await readMailSubjects(site, approver)).toEqual([])
  // One who stops being an owner hears of it once.
  await change(owner, person, 'auditor')
  expect(await readMailSubjects(site, person)).toEqual(['Your duty was changed', 'Your duty was changed'])
})

test('it takes a proof and a reason, and no owner changes their own duty', async () => {
  const other = await createAdmin(site, 'Noor Haddad', 'support')
  const before = await readTableDigests(site.database.owner)
  const codes = [
    (await change(owner, other, 'owner', { isProven: false })).body.code,
    (await change(owner, other, 'owner', { reason: '' })).body.code,
    (await change(owner, owner, 'auditor')).body.code,
  ]
  expect(codes).toEqual(['step_up_required', 'invalid_request', 'duty_of_oneself'])
  const after = await readTableDigests(site.database.owner)
  const changed = Object.keys(after).filter((table) => after[table] !== before[table])
  expect(changed.filter((table) => table !== 'public.step_up_proofs')).toEqual([])
  expect((await readSession(owner))?.profile.duty).toBe('owner')
})

test('the same duty again changes nothing', async () => {
  const other = await createAdmin(site, 'Noor Haddad', 'support')
  expect((await change(owner, other, 'support')).body.duty).toBe('support')
  expect(await readActions(site, other)).toEqual(['admin_signed_up'])
  expect(published).toEqual([])
})

test('owners and auditors list the administrators, the oldest first and page by page', async () => {
  const auditor = await createAdmin(site, 'Aud Itor', 'auditor')
  const list = async (query: object) =>
    (await call(site, listAdministrators, { query }, { cookie: auditor.cookie })).body
  const all = await list({ limit: 100 })
  expect(all.items[0]).toMatchObject({ full_name: 'Olga Owner', duty: 'owner', status: 'Active', two_factor_on: false })
  expect(all.items.at(-1)).toMatchObject({ id: auditor.userId, duty: 'auditor' })
  const first = await list({ limit: 2 })
  const second = await list({ limit: 2, cursor: first.next_cursor })
  expect([...first.items, ...second.items]).toEqual(all.items.slice(0, 4))
})

test('an invitation has a duty, which its link shows and its administrator gets', async () => {
  const { body } = await invite(site, owner, { duty: 'auditor' })
  expect(body.invitation.duty).toBe('auditor')
  const invitation = body.link.split('#invitation=')[1] ?? ''
  const read = async (token: string) => (await call(site, checkInvitation, { body: { invitation: token } })).body.duty
  expect(await read(invitation)).toBe('auditor')
  for (const token of ['', 'x', 'A'.repeat(43)]) expect(await read(token)).toBeNull()
  const email = 'aurel.auditor@example.org'
  const form = { fullName: 'Aurel Auditor', email, password, retypePassword: password, invitation }
  expect((await call(site, adminSignUp, { body: form })).status).toBe(200)
  expect((await readSession(await logIn(site, email, 'admin')))?.profile.duty).toBe('auditor')
  expect(await read(invitation)).toBeNull()
})
