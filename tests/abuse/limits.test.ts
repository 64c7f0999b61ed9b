import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createMember, findPackage, withDatabase, type Person } from '../helpers/api.ts'
import { attack, expectUnchanged, startTarget, type Attack, type AttackAnswer, type Target } from '../helpers/attack.ts'
import { password } from '../helpers/screens.ts'

const failed = { code: 'sign_in_failed', message: 'Invalid email or password.' }
/** A refused sign-in adds records. Nothing else may change. */
const records = ['public.audit_events', 'public.login_history']

let target: Target
let member: Person
beforeAll(async () => {
  target = await startTarget()
  member = await createMember(target.server)
})
beforeEach(async () => void (await target.owner.query('DELETE FROM rate_limits')))
afterAll(async () => target.stop())

const send = async (attempt: Attack) => attack(target, attempt)

async function signIn(email: string, secret: string, attempt: Partial<Attack> = {}): Promise<AttackAnswer> {
  return send({ path: '/api/auth/sign-in', body: { email, password: secret, portal: 'member' }, ...attempt })
}

async function lookUp(memberId: string, as?: Person): Promise<AttackAnswer> {
  return send({
    method: 'GET',
    path: `/api/rpc/get_profile_by_member_id?p_member_id=${encodeURIComponent(memberId)}`,
    as,
  })
}

/** Makes the calls one after another and counts their answers by status. */
async function countStatuses(
  times: number,
  work: (number: number) => Promise<AttackAnswer>,
): Promise<Record<number, number>> {
  const counts: Record<number, number> = {}
  for (let number = 0; number < times; number += 1) {
    const { status } = await work(number)
    counts[status] = (counts[status] ?? 0) + 1
  }
  return counts
}

/** Does the work so many times without waiting for answers, for the server delays the refusals of a flood. */
async function countStatusesAtOnce(
  times: number,
  work: (number: number) => Promise<AttackAnswer>,
): Promise<Record<number, number>> {
  const answers = await Promise.all(Array.from({ length: times }, async (_, number) => work(number)))
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

async function readHistory(userId: string) {
  const { rows } = await target.owner.query<{ status: string; ip_address: string }>(
    'SELECT status, ip_address FROM login_history WHERE user_id = $1 ORDER BY id DESC',
    [userId],
  )
  return rows
}

describe('guessing a password', () => {
  test('an unknown, suspended or unconfirmed account gives the same answer to a wrong password [A8]', async () => {
    const [suspended, unconfirmed] = [await createMember(target.server), await createMember(target.server)]
    await target.owner.query(`UPDATE profiles SET status = 'Suspended' WHERE id = $1`, [suspended.userId])
    await target.owner.query(`UPDATE profiles SET status = 'Inactive' WHERE id = $1`, [unconfirmed.userId])
    await target.owner.query('UPDATE credentials SET email_confirmed_at = NULL WHERE user_id = $1', [
      unconfirmed.userId,
    ])
    const emails = ['nobody@example.org', member.email, suspended.email, unconfirmed.email]
    const outcomes = await expectUnchanged(
      target,
      () => Promise.all(emails.map((email) => signIn(email, 'not the password', { from: '198.51.100.8' }))),
      records,
    )
    for (const { status, body, headers } of outcomes) {
      expect([status, body, headers['set-cookie']]).toEqual([401, failed, undefined])
      expect(Object.keys(headers)).toEqual(Object.keys(outcomes[0]?.headers ?? {}))
    }
  })

  test('a hundred IP addresses get ten guesses at one account, and its owner can still sign in [A10]', async () => {
    const owner = await createMember(target.server)
    const first = await signIn(owner.email, password, { from: '203.0.113.10' })
    const device = /device=([\w-]+)/.exec(String(first.headers['set-cookie']))?.[0] ?? ''
    const counts = await expectUnchanged(
      target,
      () => countStatuses(100, async (n) => signIn(owner.email, 'x', { from: `198.51.100.${n}` })),
      records,
    )
    expect(counts).toEqual({ 401: 10, 429: 90 })
    // From an unknown browser even the right password is refused now.
    const stranger = await signIn(owner.email, password, { from: '198.51.100.200' })
    expect([stranger.status, Number(stranger.headers['retry-after']) > 50]).toEqual([429, true])
    const planted = { cookie: `device=${'A'.repeat(43)}` }
    expect((await signIn(owner.email, password, { from: '198.51.100.201', headers: planted })).status).toBe(429)
    const browser = await signIn(owner.email, password, { from: '192.0.2.77', headers: { cookie: device } })
    expect(browser.status).toBe(200)
    expect((await signIn(owner.email, password, { from: '203.0.113.10' })).status).toBe(200)
    const statuses = (await readHistory(owner.userId)).map(({ status }) => status)
    // Every attempt is on record: the whole flood and the two refused sign-ins with the right password.
    expect(statuses.filter((status) => status === 'failed')).toHaveLength(10)
    expect(statuses.filter((status) => status === 'blocked')).toHaveLength(92)
  })

  test('guesses at an unknown account are limited in the same way [A10]', async () => {
    const counts = await countStatuses(15, async (n) =>
      signIn('nobody.at.all@example.org', 'x', { from: `198.51.100.${n}` }),
    )
    expect(counts).toEqual({ 401: 10, 429: 5 })
  })

  test('a known browser that guesses is limited, too [A10]', async () => {
    const owner = await createMember(target.server)
    const first = await signIn(owner.email, password, { from: '203.0.113.11' })
    const cookie = /device=([\w-]+)/.exec(String(first.headers['set-cookie']))?.[0] ?? ''
    const counts = await countStatuses(15, async (n) =>
      signIn(owner.email, 'x', { from: `203.0.113.${n}`, headers: { cookie } }),
    )
    expect(counts).toEqual({ 401: 10, 429: 5 })
  })

  test('one IP address gets twenty guesses at a thousand accounts [A11]', async () => {
    const counts = await expectUnchanged(
      target,
      () => countStatusesAtOnce(1_000, async (n) => signIn(`victim${n}@example.org`, 'x', { from: '198.51.100.66' })),
      records,
    )
    // So many at once are more than the server can do, so it may refuse some before it counts them.
    expect(Object.keys(counts).filter((status) => status !== '503')).toEqual(['401', '429'])
    // The limit allows one more attempt for each three seconds of the test.
    expect(counts[401]).toBeGreaterThanOrEqual(20)
    expect(counts[401]).toBeLessThan(60)
    expect((await signIn(member.email, password, { from: '198.51.100.67' })).status).toBe(200)
  })

  test('addresses of one IPv6 network, and spellings of one address, share their limits [A13]', async () => {
    const network = await countStatuses(40, async (n) =>
      signIn(`v6.${n}@example.org`, 'x', { from: `2001:db8:5:6:${n}::${n}` }),
    )
    expect(network[429]).toBeGreaterThan(0)
    for (const from of ['2001:DB8:5:6:FFFF::1', '2001:0db8:0005:0006:0000:0000:0000:0099']) {
      expect((await signIn('v6@example.org', 'x', { from })).status).toBe(429)
    }
    expect((await signIn('v6@example.org', 'x', { from: '2001:db8:5:7::1' })).status).toBe(401)
    await countStatuses(40, async (n) => signIn(`v4.${n}@example.org`, 'x', { from: '192.0.2.13' }))
    for (const from of ['::ffff:192.0.2.13', '::FFFF:c000:020d']) {
      expect((await signIn('v4@example.org', 'x', { from })).status).toBe(429)
    }
  })
})

describe('an invented IP address', () => {
  const inventions = (n: number) => ({
    'x-real-ip': `198.51.100.${n}`,
    forwarded: `for=198.51.100.${n}`,
    'cf-connecting-ip': `198.51.100.${n}`,
    'true-client-ip': `198.51.100.${n}`,
  })

  test('in a header that the trusted proxy did not set is ignored, and so is one before its own entry [A12]', async () => {
    const guess = async (n: number) => {
      const headers = { ...inventions(n), 'x-forwarded-for': `198.51.100.${n}, 203.0.113.12` }
      return signIn(`behind.proxy.${n}@example.org`, 'x', { headers })
    }
    expect((await countStatuses(40, guess))[429]).toBeGreaterThan(0)
    await target.owner.query('DELETE FROM rate_limits')
    await signIn(member.email, 'x', { headers: { ...inventions(7), 'x-forwarded-for': '198.51.100.7, 203.0.113.13' } })
    expect((await readHistory(member.userId))[0]).toEqual({ status: 'failed', ip_address: '203.0.113.13' })
  })

  test('is ignored without a trusted proxy: the limit and the log take the real one [A12]', async () => {
    const bare = await startTarget({ TRUSTED_PROXIES: '' })
    try {
      const { email, userId } = await createMember(bare.server)
      const guess = async (n: number, address: string) =>
        attack(bare, {
          path: '/api/auth/sign-in',
          body: { email: address, password: 'x', portal: 'member' },
          headers: { ...inventions(n), 'x-forwarded-for': `198.51.100.${n}` },
        })
      await guess(1, email)
      const { rows } = await bare.owner.query(
        'SELECT ip_address FROM login_history WHERE user_id = $1 ORDER BY id DESC LIMIT 1',
        [userId],
      )
      expect(rows).toEqual([{ ip_address: '127.0.0.1' }])
      const counts = await countStatuses(40, async (n) => guess(n, `bare.${n}@example.org`))
      expect(counts[429]).toBeGreaterThan(0)
    } finally {
      await bare.stop()
    }
  })
})

describe('members and their names', () => {
  test('a referral code in any spelling allows five accounts an hour from one IP address, and more are recorded [A42]', async () => {
    const { referral_code: code } = await withDatabase(target.server, (db) =>
      db.selectFrom('profiles').select('referral_code').where('id', '=', member.userId).executeTakeFirstOrThrow(),
    )
    const { id: packageId } = await findPackage(target.server, 'Gold')
    const place = { contactNumber: '+44 20 7946 0018', country: 'GB', state: 'SCT', city: 'Edinburgh' }
    const form = { fullName: 'Sock Puppet', ...place, password, retypePassword: password, packageId }
    const join = async (n: number) => {
      const spelled = n % 2 ? code?.toLowerCase() : code
      const body = { ...form, email: `puppet${n}@example.org`, referredById: spelled }
      return send({ path: '/api/auth/sign-up', from: '198.51.100.42', body })
    }
    expect(await countStatuses(100, join)).toEqual({ 200: 5, 429: 95 })
    const { rows } = await target.owner.query('SELECT 1 FROM profiles WHERE referred_by_id = $1', [member.userId])
    expect(rows).toHaveLength(5)
    const flags = await target.owner.query(
      `SELECT ip_address, detail FROM audit_events WHERE action = 'sign_up_limited'`,
    )
    // The flood is recorded once, not once for each attempt.
    expect(flags.rows).toEqual([{ ip_address: '198.51.100.42', detail: { counted: `${code} 198.51.100.42` } }])
  })

  test('a member can look up ten member ids a minute and a hundred a day [A47]', async () => {
    expect((await lookUp(member.memberId)).status).toBe(401)
    const suspended = await createMember(target.server)
    await target.owner.query(`UPDATE profiles SET status = 'Suspended' WHERE id = $1`, [suspended.userId])
    const walker = await createMember(target.server)
    const unknown = await lookUp('ET-AAAAAAAAA', walker)
    const hidden = await lookUp(suspended.memberId, walker)
    expect([unknown.status, unknown.text]).toEqual([200, 'null'])
    expect([hidden.status, hidden.text]).toEqual([200, 'null'])
    const counts = await countStatuses(20, async () => lookUp(member.memberId, walker))
    expect(counts[200]).toBeLessThan(12)
    expect(counts[429]).toBeGreaterThan(8)
    const patient = await createMember(target.server)
    const walk = async () => {
      // This lets a minute pass in the limits, so only the limit of a day counts.
      await target.owner.query(`DELETE FROM rate_limits WHERE full_at < now() + interval '2 minutes'`)
      return lookUp(member.memberId, patient)
    }
    expect(await countStatuses(102, walk)).toEqual({ 200: 100, 429: 2 })
  })

  test('a wildcard, a part or a variant of a member id finds no member [A48]', async () => {
    const id = member.memberId
    const variants = [
      '%',
      '_',
      '*',
      `${id.slice(0, -1)}_`,
      `${id.slice(0, -1)}%`,
      `${id.slice(0, -1)}*`,
      id.slice(0, -1),
    ]
    const strange = [
      id.replace('-', ' '),
      id.replace('-', '–'),
      `${id}\u200B`,
      `${id.slice(0, 4)} ${id.slice(4)}`,
      `${id}'--`,
      ` ${id}`,
      `${id} `,
      `\t${id}`,
    ]
    const seeker = await createMember(target.server)
    for (const variant of [...variants, ...strange]) {
      await target.owner.query('DELETE FROM rate_limits')
      expect([variant, (await lookUp(variant, seeker)).text]).toEqual([variant, 'null'])
    }
    // Lower-case letters are accepted, because no two ids differ by case alone. A transfer accepts them as well.
    for (const own of [id, id.toLowerCase()]) {
      await target.owner.query('DELETE FROM rate_limits')
      expect((await lookUp(own, seeker)).body).toEqual({ full_name: member.name })
    }
  })
})
