import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getSession, signIn } from '../../../contract/auth.ts'
import { getProfile } from '../../../contract/profiles.ts'
import { disableTwoFactor } from '../../../contract/two-factor.ts'
import {
  call,
  createAdmin,
  createMember,
  createTestApp,
  password,
  type Person,
  type TestApp,
} from '../../../tests/helpers/app.ts'
import { readTableDigests } from '../../../tests/helpers/table-digests.ts'
import { totpCode, unusedTotpCode, turnOnTwoFactor } from '../../../tests/helpers/two-factor.ts'
import { countLockWaits } from '../../../tests/helpers/lock-waits.ts'

let site: TestApp
let member: Person
let secret: string
let recoveryCodes: string[]

beforeAll(async () => {
  site = await createTestApp()
})
afterAll(() => site.close())
beforeEach(async () => {
  member = await createMember(site)
  ;({ secret, recoveryCodes } = await turnOnTwoFactor(site, member))
})

interface Attempt {
  portal?: 'member' | 'admin'
  typed?: string
  email?: string
}

async function enter(code?: string, attempt: Attempt = {}) {
  const { portal = 'member', typed = password, email = member.email } = attempt
  return call(site, signIn, { body: { email, password: typed, portal, ...(code !== undefined && { code }) } })
}

async function countSessions(userId = member.userId): Promise<number> {
  return (await site.database.owner.query('SELECT 1 FROM sessions WHERE user_id = $1', [userId])).rowCount ?? 0
}

async function readLogins(): Promise<string[]> {
  const { rows } = await site.database.owner.query<{ status: string }>(
    'SELECT status FROM login_history WHERE user_id = $1 ORDER BY id',
    [member.userId],
  )
  return rows.map(({ status }) => status)
}

describe('signing in with a second factor', () => {
  test.each(['member', 'admin'] as const)(
    'asks for a code after the right password, on the page for a %s [A18]',
    async (portal) => {
      const asked = await enter(undefined, { portal })
      expect([asked.status, asked.body.code]).toEqual([401, 'code_required'])
      const { status, body } = await enter(await unusedTotpCode(site, member, secret), { portal })
      expect([status, body.session?.two_factor]).toEqual([200, { is_on: true, is_required: false, factors: ['app'] }])
    },
  )

  test('gives no cookie before the code that works as a session [A31]', async () => {
    const [before, logins] = [await readTableDigests(site.database.owner), await readLogins()]
    const asked = await enter()
    expect(asked.headers['set-cookie']).toBeUndefined()
    expect(Object.keys(asked.body).toSorted()).toEqual(['code', 'factors', 'message'])
    const after = await readTableDigests(site.database.owner)
    expect(Object.keys(after).filter((table) => after[table] !== before[table])).toEqual(['public.login_history'])
    expect(await readLogins()).toEqual([...logins, 'blocked'])
  })

  test('does not reveal the second factor after a wrong password, and consumes no code', async () => {
    const code = await unusedTotpCode(site, member, secret)
    expect((await enter(undefined, { typed: 'not the password' })).body.code).toBe('sign_in_failed')
    expect((await enter(code, { typed: 'not the password' })).body.code).toBe('sign_in_failed')
    expect((await enter(code)).status).toBe(200)
  })

  test('refuses a wrong code, records the attempt, and starts no session', async () => {
    const sessions = await countSessions()
    const wrong = await enter(totpCode(secret, 40))
    expect([wrong.status, wrong.body.code, wrong.headers['set-cookie']]).toEqual([401, 'code_wrong', undefined])
    expect(await countSessions()).toBe(sessions)
    expect(await readLogins()).toEqual(['success', 'failed'])
  })

  test('accepts a code once, even if twenty browsers send it at once [A29]', async () => {
    const code = await unusedTotpCode(site, member, secret)
    const sessions = await countSessions()
    const answers = await Promise.all(Array.from({ length: 20 }, async () => enter(code)))
    const entered = answers.filter(({ status }) => status === 200)
    expect(entered).toHaveLength(1)
    expect(await countSessions()).toBe(sessions + 1)
    expect((await enter(code)).body.code).toBe('code_wrong')
  })

  test('accepts a recovery code once', async () => {
    const [code = ''] = recoveryCodes
    expect((await enter(code)).status).toBe(200)
    expect((await enter(code)).body.code).toBe('code_wrong')
  })

  test('asks for no code after the second factor is turned off', async () => {
    const { cookie } = await enter(await unusedTotpCode(site, member, secret))
    await call(site, disableTwoFactor, { body: { code: recoveryCodes[0] ?? '' } }, { cookie })
    const { status, body } = await enter()
    expect([status, body.session?.two_factor]).toEqual([200, { is_on: false, is_required: false, factors: [] }])
  })

  test.each([
    ['password', `UPDATE credentials SET password_hash = 'another one' WHERE user_id = $1`],
    ['second factor', 'UPDATE two_factor SET enabled_at = now() WHERE user_id = $1'],
  ])('starts no session if the %s changes at that moment', async (_, statement) => {
    const sessions = await countSessions()
    const code = await unusedTotpCode(site, member, secret)
    const change = await site.database.owner.connect()
    await change.query('BEGIN')
    await change.query('SELECT 1 FROM credentials WHERE user_id = $1 FOR NO KEY UPDATE', [member.userId])
    const answer = enter(code)
    try {
      await expect.poll(() => countLockWaits(site)).toBe(1)
      await change.query(statement, [member.userId])
    } finally {
      await change.query('COMMIT')
      change.release()
    }
    expect((await answer).body.code).toBe('sign_in_failed')
    expect(await countSessions()).toBe(sessions)
  })
})

describe('an administrator', () => {
  test('on the sign-in page for members gets its refusal and no session, with any further fields [A18]', async () => {
    const admin = await createAdmin(site)
    const factor = await turnOnTwoFactor(site, admin)
    const sessions = await countSessions(admin.userId)
    for (const code of [undefined, await unusedTotpCode(site, admin, factor.secret)]) {
      const refused = await enter(code, { email: admin.email })
      expect([refused.status, refused.body.code, refused.headers['set-cookie']]).toEqual([
        403,
        'admin_login_required',
        undefined,
      ])
    }
    expect(await countSessions(admin.userId)).toBe(sessions)
    const asked = await enter(undefined, { email: admin.email, portal: 'admin' })
    expect(asked.body.code).toBe('code_required')
  })
})

describe('an installation that requires a second factor of administrators', () => {
  let strict: TestApp
  beforeAll(async () => {
    strict = await createTestApp({ TWO_FACTOR_FOR_ADMINS: 'required' })
  })
  afterAll(() => strict.close())

  const readOwn = async ({ userId, cookie }: Person) =>
    (await call(strict, getProfile, { params: { userId } }, { cookie })).status

  test('tells an administrator without it, who can do nothing but set it up', async () => {
    const admin = await createAdmin(strict)
    const { body } = await call(strict, getSession, {}, { cookie: admin.cookie })
    expect(body.session?.two_factor).toEqual({ is_on: false, is_required: true, factors: [] })
    expect(await readOwn(admin)).toBe(403)
    const factor = await turnOnTwoFactor(strict, admin)
    expect(await readOwn(admin)).toBe(200)

    const code = await unusedTotpCode(strict, admin, factor.secret)
    const refused = await call(strict, disableTwoFactor, { body: { code } }, { cookie: admin.cookie })
    expect([refused.status, refused.body.code]).toEqual([403, 'two_factor_required'])
    // Once the factor is removed in the database, the next call already misses it.
    await strict.database.owner.query('DELETE FROM two_factor WHERE user_id = $1', [admin.userId])
    expect(await readOwn(admin)).toBe(403)
  })

  test('requires none of members', async () => {
    const someone = await createMember(strict)
    expect(await readOwn(someone)).toBe(200)
    const { body } = await call(strict, getSession, {}, { cookie: someone.cookie })
    expect(body.session?.two_factor).toEqual({ is_on: false, is_required: false, factors: [] })
  })
})

describe('guesses of codes with the right password', () => {
  let limited: TestApp
  beforeAll(async () => {
    limited = await createTestApp({ RATE_LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1' })
  })
  afterAll(() => limited.close())

  test('end after five for a stranger, but not for the known browser of the owner [A29]', async () => {
    const owner = await createMember(limited)
    const factor = await turnOnTwoFactor(limited, owner)
    const code = await unusedTotpCode(limited, owner, factor.secret)
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    const body = { email: owner.email, password, portal: 'member' as const }
    const guess = async (typed: string, from: string) =>
      (await call(limited, signIn, { body: { ...body, code: typed } }, { headers: { 'x-forwarded-for': from } })).status
    const answers: number[] = []
    for (let count = 0; count < 8; count += 1) answers.push(await guess(wrong, `198.51.100.${count}`))
    expect(answers).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
    expect(await guess(code, '198.51.100.77')).toBe(429)
    const { rows } = await limited.database.owner.query<{ status: string }>(
      'SELECT status FROM login_history WHERE user_id = $1 ORDER BY id OFFSET 1',
      [owner.userId],
    )
    expect(rows.map(({ status }) => status)).toEqual([
      ...Array<string>(5).fill('failed'),
      ...Array<string>(4).fill('blocked'),
    ])
    // 127.0.0.1 is a place where the account has signed in before.
    expect(await guess(code, '127.0.0.1')).toBe(200)
  })

  test('are all in the login history, even if the stranger stops before the code', async () => {
    const owner = await createMember(limited)
    const { secret: ownSecret } = await turnOnTwoFactor(limited, owner)
    const body = { email: owner.email, password, portal: 'member' as const }
    const enterFrom = async (from: string, code?: string) => {
      const form = { ...body, ...(code !== undefined && { code }) }
      return (await call(limited, signIn, { body: form }, { headers: { 'x-forwarded-for': from } })).status
    }
    const readTraces = async () => {
      const { rows } = await limited.database.owner.query<{ status: string; ip_address: string }>(
        'SELECT status, ip_address FROM login_history WHERE user_id = $1 ORDER BY id OFFSET 1',
        [owner.userId],
      )
      return rows.map(({ status, ip_address }) => `${status} ${ip_address}`)
    }
    expect(await enterFrom('127.0.0.1')).toBe(401)
    expect(await enterFrom('127.0.0.1', await unusedTotpCode(limited, owner, ownSecret))).toBe(200)
    expect(await enterFrom('198.51.100.90')).toBe(401)
    expect(await readTraces()).toEqual(['blocked 127.0.0.1', 'success 127.0.0.1', 'blocked 198.51.100.90'])
  })
})
