import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminSignUp, signIn } from '../../../contract/auth.ts'
import {
  call,
  createAdmin,
  createMember,
  createTestApp,
  logIn,
  password,
  publicUrl,
  type TestApp,
} from '../../../tests/helpers/app.ts'
import { createFirstInvitation } from '../invitations/invitations.ts'
import { createInvitation } from '../../../tests/helpers/invitation.ts'
import { invite as inviteByCall } from '../../../tests/helpers/invite.ts'

let site: TestApp
beforeAll(async () => {
  site = await createTestApp()
})
afterAll(async () => site.close())

let admins = 0

async function invite(email?: string): Promise<string> {
  return (await createInvitation(site.database.ownerDb, { email: email ?? null })).token
}

async function fillForm(changes: object = {}) {
  admins += 1
  return {
    fullName: 'Grace Hopper',
    email: `grace${admins}@example.org`,
    password,
    retypePassword: password,
    invitation: await invite(),
    ...changes,
  }
}

function tokenOf(link: string | undefined): string {
  return link?.split(`${publicUrl}/admin-signup#invitation=`)[1] ?? ''
}

async function countAdmins(): Promise<number> {
  return (await site.database.owner.query(`SELECT 1 FROM profiles WHERE role = 'admin'`)).rows.length
}

test('each start of an empty installation makes a link for the first administrator, and the first registration voids the others', async () => {
  const links = [
    tokenOf(await createFirstInvitation(site.database.appDb, publicUrl)),
    tokenOf(await createFirstInvitation(site.database.appDb, publicUrl)),
  ]
  const forms = await Promise.all(links.map(async (invitation) => fillForm({ invitation })))
  const answers = await Promise.all(forms.map(async (body) => call(site, adminSignUp, { body })))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403])
  expect(await countAdmins()).toBe(1)
  expect(await createFirstInvitation(site.database.appDb, publicUrl)).toBeUndefined()
  const { rows } = await site.database.owner.query(
    'SELECT 1 FROM invitations WHERE created_by IS NULL AND used_at IS NULL AND revoked_at IS NULL',
  )
  expect(rows).toEqual([])
})

test('an invitation makes one administrator who can sign in at once [ADMSIGNUP-10, ADMSIGNUP-12, ENT-08, CALL-10, CALL-11]', async () => {
  const form = await fillForm()
  expect((await call(site, adminSignUp, { body: form })).status).toBe(200)
  const { userId } = await logIn(site, form.email, 'admin')
  const profile = await site.database.ownerDb
    .selectFrom('profiles')
    .selectAll()
    .where('id', '=', userId)
    .executeTakeFirst()
  expect(profile).toMatchObject({
    role: 'admin',
    status: 'Active',
    full_name: 'Grace Hopper',
    email: form.email,
    member_id: null,
  })
  const again = await call(site, adminSignUp, { body: { ...form, email: 'again@example.org' } })
  expect([again.status, again.body]).toEqual([
    403,
    { code: 'invitation_required', message: 'An invitation from an administrator is required.' },
  ])
})

test('a registration without a valid invitation is refused [ADMSIGNUP-12]', async () => {
  const before = await countAdmins()
  const expired = await fillForm()
  await site.database.owner.query('UPDATE invitations SET expires_at = now() WHERE used_at IS NULL')
  for (const invitation of [undefined, '', 'x', 'A'.repeat(43), expired.invitation]) {
    const { status, body } = await call(site, adminSignUp, { body: { ...expired, invitation } })
    expect([status, body.code]).toEqual([403, 'invitation_required'])
  }
  expect(await countAdmins()).toBe(before)
})

test('an invitation for one address is refused for any other address [ADMSIGNUP-12]', async () => {
  const before = await countAdmins()
  const form = await fillForm({ invitation: await invite('hopper@example.org') })
  const refused = await call(site, adminSignUp, { body: form })
  expect([refused.status, refused.body.code]).toEqual([403, 'invitation_required'])
  expect(await countAdmins()).toBe(before)
  expect((await call(site, adminSignUp, { body: { ...form, email: ' Hopper@Example.org ' } })).status).toBe(200)
})

test('an invitation is valid for 24 hours', async () => {
  await inviteByCall(site, await createAdmin(site), { duty: 'owner' })
  const { rows } = await site.database.owner.query<{ hours: number }>(
    'SELECT extract(epoch FROM expires_at - created_at)::int / 3600 AS hours FROM invitations ORDER BY id DESC LIMIT 1',
  )
  expect(rows[0]?.hours).toBe(24)
})

test('one invitation used twenty times at once makes exactly one administrator', async () => {
  const before = await countAdmins()
  const form = await fillForm()
  const answers = await Promise.all(
    Array.from({ length: 20 }, async (_, index) =>
      call(site, adminSignUp, { body: { ...form, email: `rush${index}@example.org` } }),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    200,
    ...Array.from({ length: 19 }, () => 403),
  ])
  expect(await countAdmins()).toBe(before + 1)
})

test.each([
  [
    'letters in the full name [ADMSIGNUP-05]',
    'fullName',
    ['', undefined, 'Grace 2'],
    'Full Name is required and must contain only letters.',
  ],
  ['a valid email [ADMSIGNUP-06]', 'email', ['', undefined, 'grace'], 'A valid email address is required.'],
  [
    '8 characters of password [ADMSIGNUP-07]',
    'password',
    ['', undefined, 'Short7x'],
    'Password must be at least 8 characters long.',
  ],
  [
    'capital, small letter and digit [ADMSIGNUP-08]',
    'password',
    ['lowercase9', 'UPPERCASE9', 'NoDigitsHere'],
    'Password needs one uppercase, one lowercase, and one digit.',
  ],
  [
    'the same password twice [ADMSIGNUP-09]',
    'retypePassword',
    ['Another word 9', undefined],
    'Passwords do not match.',
  ],
  [
    'an uncommon password',
    'password',
    ['Password1', 'Qwerty123!', 'Welcome2024', 'P@ssw0rd'],
    'This password is too common. Please choose another one.',
  ],
])('registering needs %s', async (_, field, values, sentence) => {
  const before = await countAdmins()
  const form = await fillForm()
  for (const value of values) {
    const retyped = field === 'password' ? { retypePassword: value } : {}
    const { status, body } = await call(site, adminSignUp, {
      body: { ...form, ...retyped, [field]: value } as typeof form,
    })
    expect([value, status, body.fields?.[field]]).toEqual([value, 400, sentence])
  }
  expect(await countAdmins()).toBe(before)
  expect((await call(site, adminSignUp, { body: form })).status).toBe(200)
})

test('an address with an account is refused, and the invitation stays open', async () => {
  const member = await createMember(site)
  const form = await fillForm({ email: member.email })
  const { status, body } = await call(site, adminSignUp, { body: form })
  expect([status, body.code]).toEqual([409, 'email_taken'])
  expect((await call(site, signIn, { body: { email: member.email, password, portal: 'admin' } })).body.isAdmin).toBe(
    false,
  )
  expect((await call(site, adminSignUp, { body: { ...form, email: 'spare@example.org' } })).status).toBe(200)
})

test('a body that names a role is refused', async () => {
  const { status } = await call(site, adminSignUp, {
    body: { ...(await fillForm()), app_metadata: { role: 'admin' } } as never,
  })
  expect(status).toBe(400)
})

test('the audit log records each use of an invitation', async () => {
  const owner = await createAdmin(site)
  const answer = await inviteByCall(site, owner, { duty: 'owner' })
  const form = await fillForm({ invitation: tokenOf(answer.body.link) })
  await call(site, adminSignUp, { body: form })
  const admin = await logIn(site, form.email, 'admin')
  await call(site, adminSignUp, { body: await fillForm({ invitation: 'x' }) })
  const { rows } = await site.database.owner.query<{
    action: string
    actor_id: string | null
    ip_address: string | null
  }>('SELECT action, actor_id, ip_address FROM audit_events ORDER BY id DESC LIMIT 3')
  expect(rows).toEqual([
    { action: 'admin_sign_up_refused', actor_id: null, ip_address: '127.0.0.1' },
    { action: 'admin_signed_up', actor_id: admin.userId, ip_address: '127.0.0.1' },
    { action: 'invitation_created', actor_id: owner.userId, ip_address: '127.0.0.1' },
  ])
  const first = await site.database.owner.query(
    `SELECT ip_address FROM audit_events WHERE action = 'invitation_created' AND actor_id IS NULL`,
  )
  expect(first.rows).toEqual([{ ip_address: null }, { ip_address: null }])
})
