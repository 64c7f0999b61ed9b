import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getSession, signIn } from '../../../contract/auth.ts'
import { getOutgoingState } from '../../../contract/holds.ts'
import { signInWithPasskey } from '../../../contract/passkeys.ts'
import {
  call,
  createAdmin,
  createMember,
  createTestApp,
  password,
  type Person,
  type TestApp,
} from '../../../tests/helpers/app.ts'
import { passHolds } from '../../../tests/helpers/holds.ts'
import { registerPasskey, signInBy, startSignIn } from '../../../tests/helpers/passkeys.ts'
import { createSoftwarePasskey, type SoftwarePasskey } from '../../../tests/helpers/software-passkey.ts'
import { readMailSubjects, turnOnTwoFactor, unusedTotpCode } from '../../../tests/helpers/two-factor.ts'

let site: TestApp
let member: Person
let passkey: SoftwarePasskey & { recoveryCodes: string[] }

beforeAll(async () => {
  site = await createTestApp()
})
afterAll(() => site.close())
beforeEach(async () => {
  member = await createMember(site)
  passkey = await registerPasskey(site, member)
})

const outcome = ({ status, body }: { status: number; body: { code?: string } }) => (status === 200 ? 'in' : body.code)

async function readLogins(person = member): Promise<string[]> {
  const { rows } = await site.database.owner.query<{ status: string }>(
    'SELECT status FROM login_history WHERE user_id = $1 ORDER BY id',
    [person.userId],
  )
  return rows.map(({ status }) => status)
}

/** Signs in with the password and, in a second step, with what `second` makes of a challenge. */
async function signInWith(
  second: { code?: string; sign?: (challenge: string) => ReturnType<SoftwarePasskey['sign']> },
  { email = member.email, portal = 'member' }: { email?: string; portal?: 'member' | 'admin' } = {},
) {
  const { challenge, cookie } = await startSignIn(site)
  const body = {
    email,
    password,
    portal,
    ...(second.code !== undefined && { code: second.code }),
    ...(second.sign && { passkey: second.sign(challenge) }),
  }
  return call(site, signIn, { body }, { cookie })
}

describe('signing in with a passkey alone', () => {
  test('starts a session, which is in the history of logins', async () => {
    const { status, body, cookie } = await signInBy(site, passkey)
    expect([status, body.session?.user.email]).toEqual([200, member.email])
    expect((await call(site, getSession, {}, { cookie })).body.isAuthenticated).toBe(true)
    expect(await readLogins()).toEqual(['success', 'success'])
  })

  test('reports a new device, which a second factor keeps from holding coins', async () => {
    await passHolds(site.database.ownerDb, member.userId)
    expect(await signInBy(site, passkey)).toMatchObject({ status: 200 })
    expect(await readMailSubjects(site, member)).toContain('Your account was opened on a new device')
    expect((await call(site, getOutgoingState, {}, { cookie: member.cookie })).body.hold).toBeNull()
  })

  test('works again with the next challenge, also for an authenticator that counts no uses', async () => {
    for (const counter of [0, 0, 0]) expect(outcome(await signInBy(site, passkey, { counter }))).toBe('in')
  })

  test('needs a verified user', async () => {
    expect(outcome(await signInBy(site, passkey, { verifiesUser: false }))).toBe('passkey_wrong')
    expect(await readLogins()).toEqual(['success', 'failed'])
  })

  test('is refused for a challenge that was used, that is old, or of another browser', async () => {
    const { challenge, cookie } = await startSignIn(site)
    const send = async (from: string) => {
      const body = { portal: 'member' as const, passkey: passkey.sign({ challenge }) }
      return outcome(await call(site, signInWithPasskey, { body }, { cookie: from }))
    }
    expect(await send('')).toBe('passkey_wrong')
    expect(await send((await startSignIn(site)).cookie)).toBe('passkey_wrong')
    await site.database.owner.query(`UPDATE passkey_challenges SET expires_at = expires_at - interval '5 minutes'`)
    expect(await send(cookie)).toBe('passkey_wrong')
    await site.database.owner.query(`UPDATE passkey_challenges SET expires_at = expires_at + interval '5 minutes'`)
    expect(await send(cookie)).toBe('in')
    expect(await send(cookie)).toBe('passkey_wrong')
  })

  test('counts one answer once, even if it is sent ten times at once', async () => {
    const { challenge, cookie } = await startSignIn(site)
    const body = { portal: 'member' as const, passkey: passkey.sign({ challenge }) }
    const answers = await Promise.all(
      Array.from({ length: 10 }, async () => outcome(await call(site, signInWithPasskey, { body }, { cookie }))),
    )
    expect(answers.filter((answer) => answer === 'in')).toHaveLength(1)
  })

  test('is refused for another site, another key, another owner, and a count of uses that does not grow', async () => {
    expect(outcome(await signInBy(site, passkey, { origin: 'https://et.example.com' }))).toBe('passkey_wrong')
    expect(outcome(await signInBy(site, passkey, { rpId: 'example.com' }))).toBe('passkey_wrong')
    const forger = createSoftwarePasskey()
    const forge: SoftwarePasskey['sign'] = (options) => ({
      ...passkey.sign(options),
      signature: forger.sign(options).signature,
    })
    expect(outcome(await signInBy(site, { ...passkey, sign: forge }))).toBe('passkey_wrong')
    const victim = await createMember(site)
    const userHandle = Buffer.from(victim.userId.replaceAll('-', ''), 'hex').toString('base64url')
    expect(outcome(await signInBy(site, passkey, { userHandle }))).toBe('passkey_wrong')
    expect(outcome(await signInBy(site, passkey, { counter: 40 }))).toBe('in')
    for (const counter of [40, 39, 0]) expect(outcome(await signInBy(site, passkey, { counter }))).toBe('passkey_wrong')
    expect(outcome(await signInBy(site, passkey, { counter: 41 }))).toBe('in')
    expect(await readLogins(victim)).toEqual(['success'])
  })

  test('is refused in any other form, without an error', async () => {
    const { challenge, cookie } = await startSignIn(site)
    const right = passkey.sign({ challenge })
    for (const wrong of [
      { client_data: 'AAAA' },
      { client_data: Buffer.from('{"challenge":1}').toString('base64url') },
      { client_data: Buffer.from('null').toString('base64url') },
      { authenticator_data: 'AAAA' },
      { signature: 'AAAA' },
      { id: 'AAAA' },
      { user_handle: 'AAAA' },
    ]) {
      const body = { portal: 'member' as const, passkey: { ...right, ...wrong } }
      expect(outcome(await call(site, signInWithPasskey, { body }, { cookie }))).toBe('passkey_wrong')
    }
  })

  test('keeps to the status of the account and to the page of its role, on record', async () => {
    expect(outcome(await signInBy(site, passkey, { portal: 'admin' }))).toBe('in')
    const admin = await createAdmin(site)
    const key = await registerPasskey(site, admin)
    expect(outcome(await signInBy(site, key))).toBe('admin_login_required')
    expect(outcome(await signInBy(site, key, { portal: 'admin' }))).toBe('in')
    expect(await readLogins(admin)).toEqual(['success', 'blocked', 'success'])
    await site.database.owner.query(`UPDATE profiles SET status = 'Suspended' WHERE id = $1`, [member.userId])
    expect(outcome(await signInBy(site, passkey))).toBe('account_suspended')
  })
})

describe('a passkey as second factor', () => {
  test('is needed after the password, unless a code is given', async () => {
    const asked = await signInWith({})
    expect([asked.status, asked.body.code, asked.body.factors]).toEqual([401, 'code_required', ['passkey']])
    expect(outcome(await signInWith({ sign: (challenge) => passkey.sign({ challenge }) }))).toBe('in')
    expect(outcome(await signInWith({ code: passkey.recoveryCodes[0] ?? '' }))).toBe('in')
    const other = await createMember(site)
    const { secret } = await turnOnTwoFactor(site, other)
    const key = await registerPasskey(site, other, { code: await unusedTotpCode(site, other, secret) })
    const both = await signInWith({}, other)
    expect(both.body.factors).toEqual(['app', 'passkey'])
    expect(outcome(await signInWith({ code: await unusedTotpCode(site, other, secret) }, other))).toBe('in')
    expect(outcome(await signInWith({ sign: (challenge) => key.sign({ challenge }) }, other))).toBe('in')
  })

  test('of a member needs no verified user, of an administrator it does', async () => {
    const sign = (key: SoftwarePasskey) => ({
      sign: (challenge: string) => key.sign({ challenge }, { verifiesUser: false }),
    })
    expect(outcome(await signInWith(sign(passkey)))).toBe('in')
    const { email, ...admin } = await createAdmin(site)
    const key = await registerPasskey(site, { email, ...admin })
    expect(outcome(await signInWith(sign(key), { email, portal: 'admin' }))).toBe('passkey_wrong')
    const verified = { sign: (challenge: string) => key.sign({ challenge }) }
    expect(outcome(await signInWith(verified, { email, portal: 'admin' }))).toBe('in')
  })

  test('of another account, or for a challenge that was used, is refused and on record', async () => {
    const stranger = await registerPasskey(site, await createMember(site))
    expect(outcome(await signInWith({ sign: (challenge) => stranger.sign({ challenge }) }))).toBe('passkey_wrong')
    const used: { answer?: ReturnType<SoftwarePasskey['sign']> } = {}
    const keep = (challenge: string) => (used.answer = passkey.sign({ challenge }))
    expect(outcome(await signInWith({ sign: keep }))).toBe('in')
    expect(outcome(await signInWith({ sign: () => used.answer ?? keep('') }))).toBe('passkey_wrong')
    expect(await readLogins()).toEqual(['success', 'failed', 'success', 'failed'])
  })

  test('that is added or removed while the password is checked refuses the sign-in', async () => {
    const { challenge, cookie } = await startSignIn(site)
    const hold = await site.database.owner.connect()
    await hold.query('BEGIN')
    await hold.query('SELECT 1 FROM credentials WHERE user_id = $1 FOR UPDATE', [member.userId])
    const body = { portal: 'member' as const, passkey: passkey.sign({ challenge }) }
    const signing = call(site, signInWithPasskey, { body }, { cookie })
    await expect
      .poll(
        async () =>
          (
            await site.database.owner.query('SELECT FROM passkeys WHERE last_used_at IS NOT NULL AND user_id = $1', [
              member.userId,
            ])
          ).rowCount,
      )
      .toBe(1)
    await hold.query('DELETE FROM passkeys WHERE user_id = $1', [member.userId])
    await hold.query('COMMIT')
    hold.release()
    expect(outcome(await signing)).toBe('sign_in_failed')
  })
})

describe('limits', () => {
  test('five wrong answers of a known passkey end the guessing, and the right one is refused then', async () => {
    const limited = await createTestApp({ RATE_LIMITS: 'on' })
    try {
      const person = await createMember(limited)
      const key = await registerPasskey(limited, person)
      const answers: (string | undefined)[] = []
      for (let count = 0; count < 6; count += 1)
        answers.push(outcome(await signInBy(limited, key, { rpId: 'no.example' })))
      expect(answers).toEqual([...Array<string>(5).fill('passkey_wrong'), 'too_many_requests'])
      expect(outcome(await signInBy(limited, key))).toBe('too_many_requests')
    } finally {
      await limited.close()
    }
  })
})
