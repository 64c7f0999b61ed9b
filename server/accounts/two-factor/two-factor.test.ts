import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getSession } from '../../../contract/auth.ts'
import { stepUpHeader } from '../../../contract/step-up.ts'
import * as contract from '../../../contract/two-factor.ts'
import {
  call,
  createMember,
  createTestApp,
  logIn,
  password,
  type Person,
  type TestApp,
} from '../../../tests/helpers/app.ts'
import { readTableDigests } from '../../../tests/helpers/table-digests.ts'
import {
  totpCode,
  unusedTotpCode,
  isCodeAccepted,
  readActions,
  readMailSubjects,
  requestProof,
  turnOnTwoFactor,
} from '../../../tests/helpers/two-factor.ts'
import { requiresTwoFactor } from './two-factor.ts'

let site: TestApp
let member: Person

beforeAll(async () => {
  site = await createTestApp()
})
afterAll(() => site.close())
beforeEach(async () => {
  member = await createMember(site)
})

const as = ({ cookie }: Person = member) => ({ cookie })

async function start() {
  const headers = { [stepUpHeader]: await requestProof(site, member, contract.startTwoFactor, {}) }
  return call(site, contract.startTwoFactor, {}, { ...as(), headers })
}

const enable = async (code: string) => call(site, contract.enableTwoFactor, { body: { code } }, as())
const disable = async (code: string) => call(site, contract.disableTwoFactor, { body: { code } }, as())
const renew = async (code: string) => call(site, contract.renewRecoveryCodes, { body: { code } }, as())
const readState = async () => (await call(site, contract.getTwoFactor, {}, as())).body

const isAccepted = async (code: string) => isCodeAccepted(site, member, code)
const readAudit = async () => readActions(site, member)
const readSubjects = async () => readMailSubjects(site, member)

test.each([
  ['https://coins.example.org', 'auto', false, true],
  ['https://coins.example.org', 'auto', true, false],
  ['http://localhost:3000', 'auto', false, false],
  ['https://coins.example.org', 'optional', false, false],
  ['http://localhost:3000', 'required', true, true],
] as const)(
  'administrators of %s with %s (demonstration: %s) must have a second factor: %s',
  (publicUrl, setting, isDemo, must) => {
    expect(requiresTwoFactor({ publicUrl, twoFactorForAdmins: setting }, { isDemo })).toBe(must)
  },
)

describe('setting up the second factor', () => {
  test('asks for the password, shows a secret that apps can read, and takes effect with the first code', async () => {
    const refused = await call(site, contract.startTwoFactor, {}, as())
    expect([refused.status, refused.body.code]).toEqual([401, 'step_up_required'])

    const { body } = await start()
    const uri = new URL(body.uri)
    expect([uri.protocol, uri.host, decodeURIComponent(uri.pathname)]).toEqual([
      'otpauth:',
      'totp',
      `/ET:${member.email}`,
    ])
    expect(Object.fromEntries(uri.searchParams)).toMatchObject({
      secret: body.secret,
      issuer: 'ET',
      digits: '6',
      period: '30',
    })
    expect(Buffer.from(body.secret).length).toBe(32)
    expect(await readState()).toMatchObject({ is_on: false, recovery_codes_left: 0 })

    const wrong = await enable(totpCode(body.secret, 40))
    expect([wrong.status, wrong.body.code]).toEqual([401, 'code_wrong'])
    const { status, body: enabled } = await enable(totpCode(body.secret))
    expect(status).toBe(200)
    expect(new Set(enabled.recovery_codes).size).toBe(contract.recoveryCodeCount)
    for (const code of enabled.recovery_codes) expect(code).toMatch(/^[A-Z2-7]{4}(-[A-Z2-7]{4}){5}$/)
    expect(await readState()).toMatchObject({ is_on: true, is_required: false, recovery_codes_left: 10 })
    expect(await readAudit()).toEqual(['two_factor_refused', 'two_factor_enabled'])
    await expect.poll(readSubjects).toContain('Two-factor authentication is on')
  })

  test('must be finished within 15 minutes', async () => {
    const { body } = await start()
    await site.database.owner.query(`UPDATE two_factor_setups SET expires_at = expires_at - interval '15 minutes'`)
    const late = await enable(totpCode(body.secret))
    expect([late.status, late.body.code]).toEqual([409, 'two_factor_off'])
    expect(await readState()).toMatchObject({ is_on: false })
  })

  test('is finished once, even if the code is sent twenty times at once', async () => {
    const { body } = await start()
    const code = totpCode(body.secret)
    const answers = await Promise.all(Array.from({ length: 20 }, async () => enable(code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await readState()).toMatchObject({ recovery_codes_left: 10 })
  })

  test('stores neither the secret nor the recovery codes in readable form in the database or the log', async () => {
    const { secret, recoveryCodes } = await turnOnTwoFactor(site, member)
    const { rows } = await site.database.owner.query(
      `SELECT f::text, (SELECT string_agg(r::text, ' ') FROM recovery_codes r WHERE r.user_id = f.user_id) AS codes
         FROM two_factor f WHERE user_id = $1`,
      [member.userId],
    )
    const kept = JSON.stringify([rows, site.logged]).toLowerCase()
    for (const text of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))]) {
      expect(kept).not.toContain(text.toLowerCase())
      expect(kept).not.toContain(Buffer.from(text).toString('hex'))
    }
  })

  test('ends the other sessions, which started without it', async () => {
    const elsewhere = await logIn(site, member.email, 'member')
    await turnOnTwoFactor(site, member)
    expect((await call(site, getSession, {}, as(elsewhere))).body.isAuthenticated).toBe(false)
    expect((await call(site, getSession, {}, as())).body.isAuthenticated).toBe(true)
  })
})

test('the database role of the application can move no secret and no proof, and cannot change the rules for proofs', async () => {
  const statements = [
    'UPDATE two_factor SET user_id = user_id',
    'UPDATE two_factor SET secret = secret',
    'UPDATE step_up_proofs SET session_id = session_id',
    `UPDATE step_up_proofs SET action = 'decision'`,
    'UPDATE recovery_codes SET digest = digest',
    'UPDATE settings SET step_up_usd = 1000000',
  ]
  for (const statement of statements) {
    await expect(site.database.app.query(statement)).rejects.toMatchObject({ code: '42501' })
  }
})

describe('an attacker with the password and the session alone [A32]', () => {
  test('gets no proof, and can neither replace nor turn off the second factor', async () => {
    await turnOnTwoFactor(site, member)
    const before = await readTableDigests(site.database.owner)
    for (const action of ['two_factor', 'wallet', 'password'] as const) {
      const { status, body } = await call(
        site,
        contract.stepUp,
        { body: { action, call: 'A'.repeat(43), password } },
        as(),
      )
      expect([status, body.code]).toEqual([401, 'code_required'])
    }
    expect((await call(site, contract.startTwoFactor, {}, as())).body.code).toBe('step_up_required')
    const withPassword = { body: { password } as unknown as { code: string } }
    expect((await call(site, contract.disableTwoFactor, withPassword, as())).status).toBe(400)
    expect(await readTableDigests(site.database.owner)).toEqual(before)
    expect((await disable('123456')).body.code).toBe('code_wrong')
    expect(await readState()).toMatchObject({ is_on: true, recovery_codes_left: 10 })
  })

  test('replacing the second factor needs a code of the old one, which is void afterwards', async () => {
    const old = await turnOnTwoFactor(site, member)
    const code = await unusedTotpCode(site, member, old.secret)
    const proof = await requestProof(site, member, contract.startTwoFactor, {}, code)
    const { body } = await call(site, contract.startTwoFactor, {}, { ...as(), headers: { [stepUpHeader]: proof } })
    // The old factor counts until the member has proven the new one.
    expect(await isAccepted(await unusedTotpCode(site, member, old.secret))).toBe(true)
    expect((await enable(totpCode(body.secret))).status).toBe(200)
    await unusedTotpCode(site, member, body.secret)
    expect(await isAccepted(totpCode(old.secret))).toBe(false)
    expect(await isAccepted(old.recoveryCodes[0] ?? '')).toBe(false)
    expect(await isAccepted(totpCode(body.secret))).toBe(true)
    expect(await readAudit()).toContain('two_factor_replaced')
    await expect.poll(readSubjects).toContain('Your authenticator app was replaced')
  })

  test('cannot replace it with a proof from before there was a second factor', async () => {
    const { body } = await start()
    const headers = { [stepUpHeader]: await requestProof(site, member, contract.startTwoFactor, {}) }
    expect((await enable(totpCode(body.secret))).status).toBe(200)
    const late = await call(site, contract.startTwoFactor, {}, { ...as(), headers })
    expect([late.status, late.body.code]).toEqual([401, 'step_up_required'])
  })

  test('turning off the second factor needs a code or a recovery code, and its owner gets a mail', async () => {
    const { recoveryCodes } = await turnOnTwoFactor(site, member)
    expect((await disable(recoveryCodes[0] ?? '')).status).toBe(200)
    expect(await readState()).toMatchObject({ is_on: false, recovery_codes_left: 0 })
    expect((await disable(recoveryCodes[1] ?? '')).body.code).toBe('two_factor_off')
    expect((await renew(recoveryCodes[1] ?? '')).body.code).toBe('two_factor_off')
    expect(await readAudit()).toContain('two_factor_disabled')
    await expect.poll(readSubjects).toContain('Two-factor authentication is off')
  })
})
