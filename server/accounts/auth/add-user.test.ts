import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { confirmEmail, signUp } from '../../../contract/auth.ts'
import { resetPassword } from '../../../contract/recovery.ts'
import { addUser, changeUserStatus, getUser, resendConfirmation } from '../../../contract/users.ts'
import {
  call,
  createAdmin,
  createMember,
  createTestApp,
  logIn,
  lastToken,
  password,
  signUpForm,
  type Person,
  type TestApp,
} from '../../../tests/helpers/app.ts'
import { listPackages } from '../../money/packages/packages.ts'
import { readTableDigests } from '../../../tests/helpers/table-digests.ts'

let site: TestApp
let admin: Person
beforeAll(async () => {
  site = await createTestApp()
  admin = await createAdmin(site)
})
afterAll(async () => site.close())

let added = 0

async function add(changes: object = {}) {
  added += 1
  const body = { fullName: 'Nadia Osei', email: `nadia${added}@example.org`, packageId: site.packageId, ...changes }
  return call(site, addUser, { body }, { cookie: admin.cookie })
}

async function resend(userId: string) {
  return call(site, resendConfirmation, { params: { userId } }, { cookie: admin.cookie })
}

async function readTokens(userId: string) {
  const { rows } = await site.database.owner.query<{ purpose: string; hours: number; is_open: boolean }>(
    `select purpose, extract(epoch from expires_at - created_at)::int / 3600 as hours, used_at is null as is_open
       from email_tokens where user_id = $1 order by id`,
    [userId],
  )
  return rows
}

async function readAudit(subjectId: string) {
  const { rows } = await site.database.owner.query<Record<string, unknown>>(
    `select actor_id, action, ip_address, detail from audit_events where subject_id = $1 and action <> 'person_read' order by id`,
    [subjectId],
  )
  return rows
}

/** Returns the tables that the work changed. */
async function changedBy(work: () => Promise<unknown>): Promise<string[]> {
  const before = await readTableDigests(site.database.owner)
  await work()
  const after = await readTableDigests(site.database.owner)
  return Object.keys(after).filter((table) => after[table] !== before[table])
}

describe('a member whom an administrator adds', () => {
  test('has a package and a referrer but no password, and gets a mail with the link to set one [ADMUSERS-07]', async () => {
    const referrer = await createMember(site)
    const { rows } = await site.database.owner.query<{ referral_code: string }>(
      'select referral_code from profiles where id = $1',
      [referrer.userId],
    )
    const referredById = rows[0]?.referral_code.toLowerCase() ?? ''
    const { status, body } = await add({ email: ' Nadia@Example.org ', referredById })
    expect(status).toBe(200)
    expect(body.profile).toMatchObject({
      full_name: 'Nadia Osei',
      email: 'nadia@example.org',
      status: 'Inactive',
      role: 'user',
      package_id: site.packageId,
      referred_by_id: referrer.userId,
      first_purchase_done: false,
      country: null,
    })
    expect(site.announced.at(-1)).toMatch(
      /http:\/\/localhost:3000\/reset-password#access_token=[\w-]{64}&type=recovery$/,
    )
    const userId = body.profile.id
    expect(await readTokens(userId)).toEqual([{ purpose: 'welcome', hours: 24, is_open: true }])
    const details = await call(site, getUser, { params: { userId } }, { cookie: admin.cookie })
    expect(details.body).toMatchObject({ email_confirmed: false, wallet: { total_coins: '0' } })
    expect(await readAudit(userId)).toEqual([
      {
        actor_id: admin.userId,
        action: 'user_added',
        ip_address: '127.0.0.1',
        detail: { after: { email: 'nadia@example.org', packageId: site.packageId, referrerId: referrer.userId } },
      },
    ])
  })

  test('sets the password once with the link, which confirms the address [ADMUSERS-07]', async () => {
    const { body } = await add()
    const token = site.announced.at(-1)?.split('access_token=')[1]?.split('&')[0] ?? ''
    const form = { token, password, retypePassword: password }
    expect((await call(site, resetPassword, { body: form })).status).toBe(200)
    const member = await logIn(site, body.profile.email, 'member')
    expect(member.userId).toBe(body.profile.id)
    const { body: details } = await call(site, getUser, { params: { userId: member.userId } }, { cookie: admin.cookie })
    expect([details.profile.status, details.email_confirmed]).toEqual(['Active', true])
    expect((await call(site, resetPassword, { body: form })).body.code).toBe('reset_link_invalid')
  })

  test('keeps the chosen package and referrer, even if a stranger signs up with the address', async () => {
    const [referrer, stranger] = [await createMember(site), await createMember(site)]
    const codeOf = async ({ userId }: Person) => {
      const sql = 'select referral_code from profiles where id = $1'
      return (await site.database.owner.query<{ referral_code: string }>(sql, [userId])).rows[0]?.referral_code ?? ''
    }
    const { body } = await add({ referredById: await codeOf(referrer) })
    const packages = await listPackages(site.database.appDb)
    const otherPackage = packages.find(({ id }) => id !== site.packageId)?.id ?? ''
    const changes = { email: body.profile.email, packageId: otherPackage, referredById: await codeOf(stranger) }
    expect((await call(site, signUp, { body: signUpForm(site, changes) })).status).toBe(200)
    const { rows } = await site.database.owner.query(
      'select city, package_id, referred_by_id from profiles where id = $1',
      [body.profile.id],
    )
    expect(rows).toEqual([{ city: 'London', package_id: site.packageId, referred_by_id: referrer.userId }])
  })

  test('cannot be made Active before following the link', async () => {
    const { body } = await add()
    const params = { userId: body.profile.id }
    const answer = await call(
      site,
      changeUserStatus,
      { params, body: { status: 'Active', reason: 'In a hurry' } },
      { cookie: admin.cookie },
    )
    expect([answer.status, answer.body.code]).toEqual([422, 'email_not_confirmed'])
  })

  test.each([
    ['email_taken', 409, 'email', async () => ({ email: (await createMember(site)).email.toUpperCase() })],
    ['email_taken', 409, 'email', async () => Promise.resolve({ email: admin.email })],
    ['package_not_found', 422, 'packageId', async () => Promise.resolve({ packageId: randomUUID() })],
    ['referral_not_found', 422, 'referredById', async () => Promise.resolve({ referredById: 'NOBODY' })],
    ['invalid_request', 400, 'fullName', async () => Promise.resolve({ fullName: 'R2 D2' })],
    ['invalid_request', 400, 'email', async () => Promise.resolve({ email: 'nobody' })],
    ['invalid_request', 400, 'role', async () => Promise.resolve({ role: 'admin' })],
    ['invalid_request', 400, 'status', async () => Promise.resolve({ status: 'Active' })],
  ])('is refused with %s (%i) for a wrong %s, and nothing changes', async (code, status, field, changes) => {
    const form = await changes()
    let answer: Awaited<ReturnType<typeof add>> | undefined
    expect(await changedBy(async () => (answer = await add(form)))).toEqual([])
    expect([answer?.status, answer?.body.code, Object.keys(answer?.body.fields ?? {})]).toEqual([status, code, [field]])
  })

  test('exists once, even if many administrators add the member at the same moment', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, async () => add({ email: 'rush@example.org' })))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409])
  })
})

describe('a first link that is mailed again', () => {
  test('confirms the address of a member who signed up, and voids the earlier link', async () => {
    const form = signUpForm(site)
    await call(site, signUp, { body: form })
    const first = lastToken(site)
    const { rows } = await site.database.owner.query<{ id: string }>('select id from profiles where email = $1', [
      form.email,
    ])
    const userId = rows[0]?.id ?? ''
    expect((await resend(userId)).status).toBe(200)
    expect((await call(site, confirmEmail, { body: { token: first } })).body.code).toBe('link_invalid')
    expect(await readAudit(userId)).toMatchObject([
      { actor_id: admin.userId, action: 'confirmation_resent', ip_address: '127.0.0.1' },
    ])
    expect((await call(site, confirmEmail, { body: { token: lastToken(site) } })).status).toBe(200)
  })

  test('sets the password after several sign-up forms with the same address', async () => {
    const form = signUpForm(site)
    await call(site, signUp, { body: form })
    await call(site, signUp, { body: { ...form, city: 'Leeds' } })
    const { rows } = await site.database.owner.query<{ id: string }>('SELECT id FROM profiles WHERE email = $1', [
      form.email,
    ])
    expect((await resend(rows[0]?.id ?? '')).status).toBe(200)
    expect(site.announced.at(-1)).toContain('/reset-password#access_token=')
  })

  test('sets the password of a member whom an administrator added', async () => {
    const { body } = await add()
    await resend(body.profile.id)
    expect(site.announced.at(-1)).toContain('/reset-password#access_token=')
    const tokens = await readTokens(body.profile.id)
    expect(tokens.map(({ purpose, is_open }) => [purpose, is_open])).toEqual([
      ['welcome', false],
      ['welcome', true],
    ])
  })

  test('is refused for a confirmed address and for an unknown account', async () => {
    const member = await createMember(site)
    let code: string | undefined
    expect(await changedBy(async () => ({ code } = (await resend(member.userId)).body))).toEqual([])
    expect(code).toBe('email_confirmed_already')
    expect((await resend(randomUUID())).status).toBe(404)
  })
})
