import { afterAll, beforeAll, expect, test } from 'vitest'
import { confirmEmail, signUp } from '../../../contract/auth.ts'
import {
  call,
  createMember,
  createTestApp,
  lastToken,
  password,
  signUpForm,
  type TestApp,
} from '../../../tests/helpers/app.ts'
import { readTableDigests } from '../../../tests/helpers/table-digests.ts'

let site: TestApp
beforeAll(async () => {
  site = await createTestApp()
})
afterAll(async () => site.close())

test('an owner who declines the referrer sets a new password, or confirms nothing', async () => {
  const stranger = await createMember(site)
  const { rows } = await site.database.owner.query<{ referral_code: string }>(
    'select referral_code from profiles where id = $1',
    [stranger.userId],
  )
  const form = signUpForm(site, { referredById: rows[0]?.referral_code ?? '' })
  await call(site, signUp, { body: form })
  const token = lastToken(site)
  const before = await readTableDigests(site.database.owner)
  for (const words of [{}, { password: 'short' }]) {
    const { status, body } = await call(site, confirmEmail, { body: { token, referrer: 'none', ...words } })
    expect([status, body.code, body.fields]).toEqual([
      400,
      'invalid_request',
      { password: 'Password must be at least 8 characters' },
    ])
  }
  await expect(site.database.app.query('SELECT confirm_address($1, false)', [token])).rejects.toThrow(
    'a sign-up without its referrer needs a new password',
  )
  expect(await readTableDigests(site.database.owner)).toEqual(before)
  expect((await call(site, confirmEmail, { body: { token: 'A'.repeat(64), password } })).body.code).toBe('link_invalid')
})
