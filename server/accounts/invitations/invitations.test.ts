import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminSignUp } from '../../../contract/auth.ts'
import { createInvitation, listInvitations, revokeInvitation } from '../../../contract/invitations.ts'
import {
  call,
  createAdmin,
  createTestApp,
  logIn,
  password,
  type Person,
  type TestApp,
} from '../../../tests/helpers/app.ts'
import { invite as inviteByCall } from '../../../tests/helpers/invite.ts'
import { callProven, readMailSubjects } from '../../../tests/helpers/two-factor.ts'
import { readTableDigests } from '../../../tests/helpers/table-digests.ts'

let site: TestApp
let admin: Person
beforeAll(async () => {
  site = await createTestApp()
  admin = await createAdmin(site)
})
afterAll(async () => site.close())

async function invite(email?: string, by = admin) {
  return inviteByCall(site, by, { duty: 'owner', ...(email !== undefined && { email }) })
}

async function revoke(invitationId: string) {
  return callProven(site, admin, revokeInvitation, { params: { invitationId } })
}

async function list(query: object = {}) {
  return (await call(site, listInvitations, { query }, { cookie: admin.cookie })).body
}

async function register(link: string, email: string) {
  const invitation = link.split('#invitation=')[1] ?? ''
  const body = { fullName: 'Noor Haddad', email, password, retypePassword: password, invitation }
  return call(site, adminSignUp, { body })
}

async function readAudit(limit: number) {
  const { rows } = await site.database.owner.query<Record<string, unknown>>(
    'select actor_id, action, ip_address, detail from audit_events order by id desc limit $1',
    [limit],
  )
  return rows
}

test('an administrator invites another one, who registers and can log in [ADMSIGNUP-11]', async () => {
  const { status, body } = await invite()
  expect(status).toBe(200)
  expect(body.link).toMatch(/^http:\/\/localhost:3000\/admin-signup#invitation=[\w-]{43}$/)
  expect(body.invitation).toMatchObject({
    status: 'open',
    email: null,
    created_by_name: 'Grace Hopper',
    used_by_name: null,
  })
  expect(await readAudit(1)).toEqual([
    {
      actor_id: admin.userId,
      action: 'invitation_created',
      ip_address: '127.0.0.1',
      detail: { invitationId: body.invitation.id, duty: 'owner' },
    },
  ])
  expect((await register(body.link, 'noor@example.org')).status).toBe(200)
  const second = await logIn(site, 'noor@example.org', 'admin')
  expect((await invite(undefined, second)).body.invitation.created_by_name).toBe('Noor Haddad')
  const used = (await list()).items.find(({ id }) => id === body.invitation.id)
  expect(used).toMatchObject({ status: 'used', used_by_name: 'Noor Haddad' })
})

test('an invitation for an address is mailed to it, and works for that address alone [ADMSIGNUP-12]', async () => {
  const { body } = await invite(' Ines@Example.org ')
  expect(body.invitation.email).toBe('ines@example.org')
  expect(site.announced).toContainEqual(expect.stringContaining(body.link))
  const other = await register(body.link, 'mallory@example.org')
  expect([other.status, other.body.code]).toEqual([403, 'invitation_required'])
  expect((await register(body.link, 'INES@example.org')).status).toBe(200)
})

test('an invitation needs a proof, and all owners hear of it by mail, without the link', async () => {
  const second = await createAdmin(site, 'Sam Second')
  const auditor = await createAdmin(site, 'Aurel Auditor', 'auditor')
  const before = await readTableDigests(site.database.owner)
  const unproven = await call(site, createInvitation, { body: { duty: 'owner' } }, { cookie: admin.cookie })
  expect([unproven.status, unproven.body.code]).toEqual([401, 'step_up_required'])
  expect(await readTableDigests(site.database.owner)).toEqual(before)
  const told = 'An administrator was invited'
  const earlier = (await readMailSubjects(site, admin)).filter((subject) => subject === told).length
  const { body } = await invite()
  expect((await readMailSubjects(site, admin)).filter((subject) => subject === told)).toHaveLength(earlier + 1)
  expect(await readMailSubjects(site, second)).toEqual([told])
  expect(await readMailSubjects(site, auditor)).toEqual([])
  expect(site.announced.join()).not.toContain(body.link)
})

test('an address with an account cannot be invited', async () => {
  const before = await readTableDigests(site.database.owner)
  const { status, body } = await invite(admin.email.toUpperCase())
  expect([status, body.code, Object.keys(body.fields ?? {})]).toEqual([409, 'email_taken', ['email']])
  expect(await readTableDigests(site.database.owner)).toEqual(before)
})

test('a revoked invitation is refused for good', async () => {
  const { body } = await invite()
  expect((await revoke(body.invitation.id)).status).toBe(200)
  expect(await readAudit(1)).toEqual([
    {
      actor_id: admin.userId,
      action: 'invitation_revoked',
      ip_address: '127.0.0.1',
      detail: { invitationId: body.invitation.id, before: { status: 'open' }, after: { status: 'revoked' } },
    },
  ])
  expect((await register(body.link, 'late@example.org')).body.code).toBe('invitation_required')
  expect((await list()).items[0]).toMatchObject({ id: body.invitation.id, status: 'revoked' })
})

test('a used, revoked or expired invitation cannot be revoked', async () => {
  const [used, revoked, expired] = [await invite(), await invite(), await invite()]
  await register(used.body.link, 'used@example.org')
  await revoke(revoked.body.invitation.id)
  await site.database.owner.query('update invitations set expires_at = now() where id = $1', [
    expired.body.invitation.id,
  ])
  const before = await readTableDigests(site.database.owner)
  for (const { body } of [used, revoked, expired]) {
    const { status, body: refusal } = await revoke(body.invitation.id)
    expect([status, refusal.code]).toEqual([409, 'invitation_closed'])
  }
  expect((await revoke(randomUUID())).status).toBe(404)
  expect(await readTableDigests(site.database.owner)).toEqual(before)
  const statuses = (await list({ limit: 3 })).items.map(({ status }) => status)
  expect(statuses).toEqual(['expired', 'revoked', 'used'])
})

test('the list has pages, the newest first, and never a link', async () => {
  const all = await list({ limit: 100 })
  const first = await list({ limit: 2 })
  const second = await list({ limit: 2, cursor: first.next_cursor })
  expect([...first.items, ...second.items]).toEqual(all.items.slice(0, 4))
  expect(JSON.stringify(all)).not.toMatch(/token|hash|invitation=/)
})
