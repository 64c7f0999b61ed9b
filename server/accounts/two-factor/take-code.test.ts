import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as contract from '../../../contract/two-factor.ts'
import { call, createMember, createTestApp, password, type Person, type TestApp } from '../../../tests/helpers/app.ts'
import {
  totpCode,
  unusedTotpCode,
  isCodeAccepted,
  readActions,
  readMailSubjects,
  turnOnTwoFactor,
} from '../../../tests/helpers/two-factor.ts'
import { countLockWaits } from '../../../tests/helpers/lock-waits.ts'

const anyCall = 'A'.repeat(43)
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

const renew = async (code: string) => call(site, contract.renewRecoveryCodes, { body: { code } }, as())
const readState = async () => (await call(site, contract.getTwoFactor, {}, as())).body

const isAccepted = async (code: string) => isCodeAccepted(site, member, code)
const readAudit = async () => readActions(site, member)
const readSubjects = async () => readMailSubjects(site, member)

describe('a code', () => {
  test('is accepted once, and no earlier code is accepted afterwards [A29]', async () => {
    const { secret } = await turnOnTwoFactor(site, member)
    // The code that turned the factor on is used up, too.
    expect(await isAccepted(totpCode(secret))).toBe(false)
    expect(await isAccepted(totpCode(secret, 1))).toBe(false)
    const next = totpCode(secret, -1)
    expect(await isAccepted(next)).toBe(true)
    expect(await isAccepted(next)).toBe(false)
  })

  test('is accepted one step early or late, and no further [A29]', async () => {
    const { secret } = await turnOnTwoFactor(site, member)
    for (const [stepsAgo, isRight] of [
      [2, false],
      [1, true],
      [0, true],
      [-1, true],
      [-2, false],
    ] as const) {
      await unusedTotpCode(site, member, secret)
      expect([stepsAgo, await isAccepted(totpCode(secret, stepsAgo))]).toEqual([stepsAgo, isRight])
    }
  })

  test('may be typed with blanks', async () => {
    const { secret } = await turnOnTwoFactor(site, member)
    const code = await unusedTotpCode(site, member, secret)
    expect(await isAccepted(` ${code.slice(0, 3)} ${code.slice(3)} `)).toBe(true)
  })

  test('counts once, even if it is used twenty times at once [A29]', async () => {
    const { secret } = await turnOnTwoFactor(site, member)
    const code = await unusedTotpCode(site, member, secret)
    const accepted = await Promise.all(Array.from({ length: 20 }, async () => isAccepted(code)))
    expect(accepted.filter(Boolean)).toHaveLength(1)
  })

  test('of a secret that was copied from another account is refused', async () => {
    const { secret } = await turnOnTwoFactor(site, member)
    const thief = member
    member = await createMember(site)
    await turnOnTwoFactor(site, member)
    await site.database.owner.query(
      `UPDATE two_factor SET last_step = 0, secret = (SELECT secret FROM two_factor WHERE user_id = $1) WHERE user_id = $2`,
      [thief.userId, member.userId],
    )
    const { status } = await call(
      site,
      contract.stepUp,
      { body: { action: 'wallet', call: anyCall, code: totpCode(secret) } },
      as(),
    )
    expect(status).toBe(500)
  })
})

describe('guessing a code', () => {
  let limited: TestApp
  beforeAll(async () => {
    limited = await createTestApp({ RATE_LIMITS: 'on' })
  })
  afterAll(() => limited.close())

  test('ends after five wrong codes, and then even the right one is refused [A29]', async () => {
    const person = await createMember(limited)
    const { secret } = await turnOnTwoFactor(limited, person)
    const code = await unusedTotpCode(limited, person, secret)
    const guess = async (typed: string) =>
      (await call(limited, contract.stepUp, { body: { action: 'wallet', call: anyCall, code: typed } }, as(person)))
        .status
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    const answers: number[] = []
    for (let count = 0; count < 10; count += 1) answers.push(await guess(wrong))
    expect(answers).toEqual([...Array<number>(5).fill(401), ...Array<number>(5).fill(429)])
    expect(await guess(code)).toBe(429)
    expect((await call(limited, contract.disableTwoFactor, { body: { code } }, as(person))).status).toBe(429)
  })

  test('guesses of the password end after five, and right ones do not count', async () => {
    const person = await createMember(limited)
    const guess = async (typed: string) =>
      (await call(limited, contract.stepUp, { body: { action: 'wallet', call: anyCall, password: typed } }, as(person)))
        .status
    for (let count = 0; count < 7; count += 1) expect(await guess(password)).toBe(200)
    for (let count = 0; count < 5; count += 1) expect(await guess('not this one')).toBe(422)
    expect(await guess(password)).toBe(429)
  })
})

describe('a recovery code', () => {
  test('replaces the app once, in any spelling, and its owner gets a mail', async () => {
    const { recoveryCodes } = await turnOnTwoFactor(site, member)
    const [first = '', second = ''] = recoveryCodes
    expect(await isAccepted(first)).toBe(true)
    expect(await isAccepted(first)).toBe(false)
    const typed = second
      .toLowerCase()
      .replaceAll('-', ' ')
      .replaceAll('o', '0')
      .replaceAll('i', '1')
      .replaceAll('b', '8')
    expect(await isAccepted(typed)).toBe(true)
    expect(await readState()).toMatchObject({ recovery_codes_left: 8 })
    expect((await readAudit()).filter((action) => action === 'recovery_code_used')).toHaveLength(2)
    await expect
      .poll(async () => (await readSubjects()).filter((subject) => subject === 'A recovery code was used'))
      .toHaveLength(2)
  })

  test('of another account is refused', async () => {
    const { recoveryCodes } = await turnOnTwoFactor(site, member)
    member = await createMember(site)
    await turnOnTwoFactor(site, member)
    expect(await isAccepted(recoveryCodes[0] ?? '')).toBe(false)
  })

  test('of an overtaken renewal is void: ten are valid, even if several renewals run at once', async () => {
    const { secret } = await turnOnTwoFactor(site, member)
    await unusedTotpCode(site, member, secret)
    const renew = async (code: string) => call(site, contract.renewRecoveryCodes, { body: { code } }, as())
    const hold = await site.database.owner.connect()
    await hold.query('BEGIN')
    await hold.query('SELECT 1 FROM recovery_codes WHERE user_id = $1 FOR UPDATE', [member.userId])
    const first = renew(totpCode(secret))
    await expect.poll(() => countLockWaits(site)).toBe(1)
    const second = renew(await unusedTotpCode(site, member, secret))
    await expect.poll(() => countLockWaits(site)).toBe(2)
    await hold.query('COMMIT')
    hold.release()
    expect([(await first).status, (await second).status]).toEqual([200, 200])
    const { rows } = await site.database.owner.query('SELECT 1 FROM recovery_codes WHERE user_id = $1', [member.userId])
    expect(rows).toHaveLength(10)
  })

  test('is void after a renewal, and cannot start a renewal itself', async () => {
    const { secret, recoveryCodes } = await turnOnTwoFactor(site, member)
    const [old = ''] = recoveryCodes
    expect((await renew(old)).body.code).toBe('code_wrong')
    const { body } = await renew(await unusedTotpCode(site, member, secret))
    expect(body.recovery_codes).toHaveLength(10)
    expect(await isAccepted(old)).toBe(false)
    expect(await isAccepted(body.recovery_codes[0] ?? '')).toBe(true)
    expect(await readAudit()).toContain('recovery_codes_renewed')
    await expect.poll(readSubjects).toContain('You have new recovery codes')
  })
})
