import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn } from '../../contract/auth.ts'
import { getProfileByMemberId } from '../../contract/profiles.ts'
import { call, createMember, createTestApp, password, type TestApp } from '../../tests/helpers/app.ts'

let site: TestApp
beforeAll(async () => {
  site = await createTestApp(
    { TRUSTED_PROXIES: '127.0.0.0/8' },
    { callsPerMinute: { sign_in: 5, get_profile_by_member_id: 3 } },
  )
})
afterAll(async () => site.close())

test('a client who signs in too often waits, and the others do not', async () => {
  const attempt = async (address: string) =>
    call(
      site,
      signIn,
      { body: { email: 'nobody@example.org', password, portal: 'member' } },
      { headers: { 'x-forwarded-for': address } },
    )
  const statuses = []
  for (let count = 0; count < 6; count += 1) statuses.push((await attempt('203.0.113.7')).status)
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
  const refused = await attempt('203.0.113.7')
  expect(refused.body).toEqual({
    code: 'too_many_requests',
    message: 'Too many attempts. Please wait a moment and try again.',
  })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await attempt('203.0.113.8')).status).toBe(401)
})

test('looking up names is limited for each member', async () => {
  const member = await createMember(site)
  const statuses = []
  for (let count = 0; count < 4; count += 1) {
    statuses.push((await call(site, getProfileByMemberId, { query: { p_member_id: 'ET-000000000' } }, member)).status)
  }
  expect(statuses).toEqual([200, 200, 200, 429])
})
