import { afterAll, beforeAll, expect, test } from 'vitest'
import { getSession, keepSession, signOut } from '../../contract/auth.ts'
import { call, createAdmin, createMember, createTestApp, type TestApp } from '../../tests/helpers/app.ts'

let site: TestApp
beforeAll(async () => {
  site = await createTestApp()
})
afterAll(async () => site.close())

test('a member signs up, confirms, signs in and reads the session [CALL-03, CALL-05, ENT-29, ENT-30]', async () => {
  const member = await createMember(site)
  const { status, body } = await call(site, getSession, {}, member)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    isAuthenticated: true,
    isAdmin: false,
    session: { access_token: null, refresh_token: null },
  })
  expect(body.session?.user).toEqual({ id: member.userId, email: member.email, role: 'user' })
  expect(body.session?.profile.member_id).toMatch(/^ET-[0-9A-Z]{9}$/)
})

test('signing out ends the session for good [CALL-04]', async () => {
  const admin = await createAdmin(site)
  expect((await call(site, getSession, {}, admin)).body.isAdmin).toBe(true)
  expect((await call(site, signOut, {}, admin)).status).toBe(200)
  expect((await call(site, keepSession, {}, admin)).body.code).toBe('not_signed_in')
  expect((await call(site, getSession, {}, admin)).body.session).toBeNull()
})
