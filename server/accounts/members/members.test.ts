import { afterAll, beforeAll, expect, test } from 'vitest'
import { computeCheckCharacter, isMemberId } from '../../../contract/member-id.ts'
import { getProfile, getProfileByMemberId } from '../../../contract/profiles.ts'
import {
  call,
  createAdmin,
  createMember,
  createTestApp,
  type Person,
  type TestApp,
} from '../../../tests/helpers/app.ts'
import { createMemberId, createReferralCode } from './member-id.ts'

let site: TestApp
let ada: Person
let bob: Person
let admin: Person
beforeAll(async () => {
  site = await createTestApp()
  ada = await createMember(site)
  bob = await createMember(site, { fullName: 'Bob Noyce' })
  admin = await createAdmin(site)
})
afterAll(async () => site.close())

test('a member reads the own profile, with the fields a profile has [ENT-02, ENT-04, CALL-24]', async () => {
  const own = await call(site, getProfile, { params: { userId: ada.userId } }, ada)
  expect(own.body).toMatchObject({
    id: ada.userId,
    full_name: 'Ada Lovelace',
    email: ada.email,
    wallet_address: null,
    wallet_link: null,
    usdt_qr_code_url: null,
    status: 'Active',
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as unknown,
    city: 'London',
    state: 'ENG',
    country: 'GB',
    area: null,
    referred_by_id: null,
    first_purchase_done: false,
    role: 'user',
    package_id: site.packageId,
  })
  expect([own.body.member_id, own.body.referral_code]).not.toContain(null)
})

test('the profile of another person is not found for a member; an administrator reads any', async () => {
  const nobody = '01920000-0000-7000-8000-000000000000'
  const foreign = await call(site, getProfile, { params: { userId: bob.userId } }, ada)
  const missing = await call(site, getProfile, { params: { userId: nobody } }, ada)
  expect(foreign.status).toBe(404)
  expect(foreign.body).toEqual(missing.body)
  expect((await call(site, getProfile, { params: { userId: bob.userId } }, admin)).body.full_name).toBe('Bob Noyce')
  expect((await call(site, getProfile, { params: { userId: nobody } }, admin)).status).toBe(404)
})

test('a member id in any case gives a name and nothing else [CALL-23]', async () => {
  const { body: profile } = await call(site, getProfile, { params: { userId: bob.userId } }, bob)
  const ask = async (id: string) => call(site, getProfileByMemberId, { query: { p_member_id: id } }, ada)
  // The look-up accepts the same ids as a transfer.
  expect((await ask(profile.member_id?.toLowerCase() ?? '')).body).toEqual({ full_name: 'Bob Noyce' })
  expect((await ask('ET-000000000')).body).toBeNull()
  await site.database.owner.query(`UPDATE profiles SET status = 'Suspended' WHERE id = $1`, [bob.userId])
  expect((await ask(profile.member_id ?? '')).body).toBeNull()
})

test('member ids and referral codes are random, and typing errors in them are found', () => {
  const ids = Array.from({ length: 2_000 }, createMemberId)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.filter((id) => !isMemberId(id))).toEqual([])
  expect(createReferralCode()).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/)
  expect(computeCheckCharacter('7K3M9QX4')).not.toBe(computeCheckCharacter('7K3M9QX5'))
  expect(computeCheckCharacter('7K3M9QX4')).not.toBe(computeCheckCharacter('7K3M9Q4X'))
})

test('there are two roles, and the database knows no other [GUARD-01]', async () => {
  const { owner } = site.database
  const { rows } = await owner.query<{ role: string }>('SELECT DISTINCT role FROM profiles ORDER BY role')
  expect(rows).toEqual([{ role: 'admin' }, { role: 'user' }])
  for (const role of ['owner', 'customer', 'superadmin', '']) {
    await expect(
      owner.query('UPDATE profiles SET role = $2 WHERE id = $1', [admin.userId, role]),
    ).rejects.toMatchObject({
      constraint: 'profile_role_known',
    })
  }
})
