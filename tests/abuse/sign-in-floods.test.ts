import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { signIn } from '../../contract/auth.ts'
import { changePassword } from '../../contract/recovery.ts'
import { createMember, type Person } from '../helpers/api.ts'
import { attack, expectUnchanged, startTarget, type AttackAnswer, type Target } from '../helpers/attack.ts'
import { password } from '../helpers/screens.ts'

/** The account allows so many, and its network twenty. */
const accountAttempts = 10

let target: Target
beforeAll(async () => {
  target = await startTarget()
})
afterAll(async () => target.stop())

/** The network of the members of a test. The server remembers refused ones, so each test has another. */
let ownNetwork = ''
let networks = 0
beforeEach(async () => {
  ownNetwork = `198.51.100.${(networks += 1)}`
  await target.owner.query('DELETE FROM rate_limits')
})

interface Attempt {
  email: string
  text?: string
  from?: string
  /** The device cookie of the browser. */
  device?: string | undefined
}

async function enter({ email, text = password, from = ownNetwork, device }: Attempt): Promise<AttackAnswer> {
  const body = { email, password: text, portal: 'member' }
  return attack(target, { path: signIn.path, body, from, ...(device && { headers: { cookie: `device=${device}` } }) })
}

const deviceOf = ({ headers }: AttackAnswer) =>
  /^device=([^;]+)/.exec((headers['set-cookie'] ?? []).find((cookie) => cookie.startsWith('device=')) ?? '')?.[1]

/** Signs a member in, and returns the cookie by which the account knows the browser. */
async function learnDevice({ email }: Person): Promise<string> {
  const device = deviceOf(await enter({ email }))
  if (device === undefined) throw new Error('the sign-in set no device cookie')
  return device
}

/** Tries wrong passwords for unknown accounts, each from a network of its own, until it is stopped. */
function floodByStrangers() {
  const outcomes: AttackAnswer[] = []
  let isOver = false
  const attackers = Array.from({ length: 40 }, async (_, attacker) => {
    for (let count = 0; !isOver; count += 1) {
      const from = `2001:db8:${attacker}:${count}::1`
      outcomes.push(await enter({ email: `nobody${attacker}-${count}@example.org`, text: 'not it', from }))
    }
  })
  return {
    outcomes,
    async stop() {
      isOver = true
      await Promise.all(attackers)
    },
  }
}

test('right passwords count, too: an account starts thirty sessions at once, and then one a minute [A215]', async () => {
  const [greedy, other] = [await createMember(target.server), await createMember(target.server)]
  const statuses: number[] = []
  for (let count = 0; count < 40; count += 1) {
    statuses.push((await enter({ email: greedy.email, from: `203.0.113.${count}` })).status)
  }
  const through = statuses.filter((status) => status === 200).length
  // A slow machine may refill one attempt meanwhile.
  expect([30, 31]).toContain(through)
  expect(new Set(statuses.slice(through))).toEqual(new Set([429]))
  const refused = await expectUnchanged(target, async () => enter({ email: greedy.email }), ['public.login_history'])
  expect([refused.status, refused.body?.code]).toEqual([429, 'too_many_requests'])
  expect((await enter({ email: other.email })).status).toBe(200)
})

test('a network starts 120 sessions at once on new browsers, and a known browser there still signs in [A215]', async () => {
  const member = await createMember(target.server)
  const device = await learnDevice(member)
  await target.owner.query('DELETE FROM rate_limits')
  const others = await Promise.all(Array.from({ length: 5 }, async () => createMember(target.server)))
  let answer: AttackAnswer | undefined
  const signInOne = async (count: number) => enter({ email: others[count % 5]?.email ?? '' })
  await signInOne(0)
  // A hundred sign-ins more, without their time.
  const key = createHash('sha256').update(`session_network\n${ownNetwork}`).digest()
  const fill = `UPDATE rate_limits SET full_at = full_at + interval '100 seconds' WHERE key = $1`
  expect((await target.owner.query(fill, [key])).rowCount).toBe(1)
  for (let count = 1; count < 100 && answer?.status !== 429; count += 1) answer = await signInOne(count)
  expect([answer?.status, answer?.body?.code]).toEqual([429, 'too_many_requests'])
  expect((await enter({ email: member.email, device })).status).toBe(200)
}, 60_000)

test('during a flood of strangers a member signs in on a known browser and proves a password, within two seconds [A216]', async () => {
  const member = await createMember(target.server)
  const device = await learnDevice(member)
  const flood = floodByStrangers()
  try {
    await expect.poll(() => flood.outcomes.some(({ body }) => body?.code === 'server_busy')).toBe(true)
    const times: number[] = []
    for (let round = 0; round < 3; round += 1) {
      const start = performance.now()
      expect((await enter({ email: member.email, device })).status).toBe(200)
      times.push(performance.now() - start)
      const form = { currentPassword: 'not it', password: 'another Word 8', retypePassword: 'another Word 8' }
      const proof = await attack(target, { path: changePassword.path, body: form, as: member })
      expect(proof.body?.code).toBe('password_wrong')
    }
    // Other tests keep the machine busy, too, so the fastest one counts. npm run bench -- floods measures each.
    expect(Math.min(...times)).toBeLessThan(2_000)
  } finally {
    await flood.stop()
  }
  expect(new Set(flood.outcomes.map(({ body }) => body?.code))).toEqual(new Set(['sign_in_failed', 'server_busy']))
}, 60_000)

test('an attempt that finds the server busy does not count [A216]', { timeout: 120_000 }, async () => {
  const flood = floodByStrangers()
  let codes: (string | undefined)[] = []
  const countOf = (wanted: string) => codes.filter((code) => code === wanted).length
  // A made-up cookie of a browser leads past the first check.
  const guess = async () => enter({ email: 'nobody@example.org', text: 'not it', device: 'A'.repeat(43) })
  try {
    for (let guesses = 0; guesses < 300 && countOf('server_busy') < 25; guesses += 1) {
      // Too many guesses found a place among the flood, and these count. It begins anew.
      if (countOf('sign_in_failed') === accountAttempts) {
        await target.owner.query('DELETE FROM rate_limits')
        codes = []
      }
      codes.push((await guess()).body?.code)
    }
  } finally {
    await flood.stop()
  }
  expect(countOf('server_busy')).toBe(25)
  const left = accountAttempts - countOf('sign_in_failed')
  for (let count = 0; count < left; count += 1) expect((await guess()).body?.code).toBe('sign_in_failed')
})

test('wrong passwords slow down the attacker more and more, and never the owner on a known browser [A217]', async () => {
  const owner = await createMember(target.server)
  const device = await learnDevice(owner)
  const guess = async (from: string) => enter({ email: owner.email, text: 'not it', from })
  // The attacker sits in the network of the owner, has all the patience, and knows how to come from elsewhere.
  let wrong = 0
  for (let count = 0; count < 60; count += 1) {
    // Lets minutes pass, so only the limit of a day counts.
    await target.owner.query(`DELETE FROM rate_limits WHERE full_at < now() + interval '15 minutes'`)
    if ((await guess(ownNetwork)).status === 401) wrong += 1
  }
  expect(wrong).toBe(50)
  const refused = await expectUnchanged(target, async () => guess(ownNetwork), ['public.login_history'])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(20 * 60)
  for (let count = 0; count < 30; count += 1) await guess(`203.0.113.${count}`)
  expect((await guess('203.0.113.99')).status).toBe(429)
  expect((await enter({ email: owner.email, device })).status).toBe(200)
})
