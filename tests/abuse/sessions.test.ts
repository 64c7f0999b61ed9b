import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getSession, keepSession, signIn, signOut } from '../../contract/auth.ts'
import { eventsPath } from '../../contract/events.ts'
import { operations } from '../../contract/operations.ts'
import { changePassword } from '../../contract/recovery.ts'
import { listSessions, signOutElsewhere } from '../../contract/sessions.ts'
import { stepUp } from '../../contract/two-factor.ts'
import { createAdmin, createMember, type Person } from '../helpers/api.ts'
import { attack, expectUnchanged, startTarget, type Attack, type AttackAnswer, type Target } from '../helpers/attack.ts'
import { password } from '../helpers/screens.ts'

let target: Target
let member: Person
beforeAll(async () => {
  target = await startTarget({ LOG_LEVEL: 'trace' })
})
afterAll(async () => target.stop())
beforeEach(async () => {
  member = await createMember(target.server)
})

const send = async (attempt: Attack) => attack(target, attempt)
const readProfile = async (as: Person, session = as.session) => {
  const path = `/api/profiles/${as.userId}`
  return (await send({ method: 'GET', path, headers: { cookie: `${session.name}=${session.value}` } })).status
}
const enter = async (person: Person, headers: Record<string, string> = {}, portal = 'member') =>
  send({ path: signIn.path, body: { email: person.email, password, portal }, headers })

/** Returns the session of an answer's cookie, or undefined for an answer without one. */
function sessionOf({ headers }: AttackAnswer): Person['session'] | undefined {
  const [, name, value] = /^(session)=([^;]+)/.exec(headers['set-cookie']?.[0] ?? '') ?? []
  return name !== undefined && value !== undefined ? { name, value } : undefined
}

const open: AbortController[] = []
afterEach(() => open.splice(0).forEach((stream) => stream.abort()))

/** Opens the stream of changes. Resolves to the time from `since()` until the server ended the stream. */
async function listen({ session }: Person) {
  const stopping = new AbortController()
  open.push(stopping)
  const headers = { cookie: `${session.name}=${session.value}` }
  const response = await fetch(target.server.url + eventsPath, { headers, signal: stopping.signal })
  expect(response.status).toBe(200)
  let endedAt: number | undefined
  void response.text().then(
    () => (endedAt = performance.now()),
    () => {},
  )
  return { isOpen: () => endedAt === undefined, endedAt: () => endedAt }
}

describe('a session', () => {
  const endings: [string, string][] = [
    ['suspension', `UPDATE profiles SET status = 'Suspended' WHERE id = $1`],
    ['deactivation', `UPDATE profiles SET status = 'Inactive' WHERE id = $1`],
    ['end', 'DELETE FROM sessions WHERE user_id = $1'],
  ]

  test.each(endings)('is refused from the next call after its %s, and its stream ends [A17]', async (_, change) => {
    const stream = await listen(member)
    expect(await readProfile(member)).toBe(200)
    await target.owner.query(change, [member.userId])
    const changedAt = performance.now()
    await expectUnchanged(target, async () => expect(await readProfile(member)).toBe(401))
    expect(performance.now() - changedAt).toBeLessThan(1000)
    await expect.poll(stream.isOpen, { timeout: 4000, interval: 10 }).toBe(false)
    expect((stream.endedAt() ?? Infinity) - changedAt).toBeLessThan(2000)
  })

  test('of an administrator has the rights of the present role alone [A17]', async () => {
    // Another owner stays.
    await createAdmin(target.server)
    const admin = await createAdmin(target.server)
    const stream = await listen(admin)
    const readQueue = async () => (await send({ method: 'GET', path: '/api/queues/buy', as: admin })).status
    expect(await readQueue()).toBe(200)
    await target.owner.query(
      `UPDATE profiles SET role = 'user', duty = NULL, member_id = 'ET-WAS-ADMIN', referral_code = 'WASADMIN' WHERE id = $1`,
      [admin.userId],
    )
    const changedAt = performance.now()
    await expectUnchanged(target, async () => expect(await readQueue()).toBe(403))
    await expect.poll(stream.isOpen, { timeout: 4000, interval: 10 }).toBe(false)
    expect((stream.endedAt() ?? Infinity) - changedAt).toBeLessThan(2000)
  })

  test('that is ended from another browser closes its stream at once, and no other [A17]', async () => {
    const elsewhere = sessionOf(await enter(member))
    const [here, there] = [await listen(member), await listen({ ...member, session: elsewhere ?? member.session })]
    const askedAt = performance.now()
    expect((await send({ path: signOutElsewhere.path, body: {}, as: member })).body).toEqual({ ended: 1 })
    await expect.poll(there.isOpen, { timeout: 2000, interval: 5 }).toBe(false)
    expect((there.endedAt() ?? Infinity) - askedAt).toBeLessThan(1000)
    expect(here.isOpen()).toBe(true)
  })

  test('that was planted before the sign-in is void after it [A22]', async () => {
    for (const planted of ['A'.repeat(64), member.session.value, 'chosen']) {
      const session = sessionOf(await enter(member, { cookie: `session=${planted}` }))
      expect(session?.value).toMatch(/^[\w-]{64}$/)
      expect(session?.value).not.toBe(planted)
      expect(await readProfile(member, { name: 'session', value: planted })).toBe(401)
      expect(await readProfile(member, session)).toBe(200)
    }
  })

  test('ends with the sign-out, even for a caller who kept the cookie [A23]', async () => {
    expect((await send({ path: signOut.path, body: {}, as: member })).status).toBe(200)
    await expectUnchanged(target, async () => {
      expect(await readProfile(member)).toBe(401)
      expect((await send({ path: keepSession.path, body: {}, as: member })).status).toBe(401)
    })
  })

  test('ends with a change of the password, in this browser and in any other [A23]', async () => {
    const elsewhere = sessionOf(await enter(member)) ?? member.session
    const stream = await listen({ ...member, session: elsewhere })
    const body = { currentPassword: password, password: 'another Horse 8', retypePassword: 'another Horse 8' }
    const fresh = sessionOf(await send({ path: changePassword.path, body, as: member }))
    const changedAt = performance.now()
    await expectUnchanged(target, async () => {
      for (const session of [member.session, elsewhere]) expect(await readProfile(member, session)).toBe(401)
    })
    expect(await readProfile(member, fresh)).toBe(200)
    await expect.poll(stream.isOpen, { timeout: 4000, interval: 10 }).toBe(false)
    expect((stream.endedAt() ?? Infinity) - changedAt).toBeLessThan(2000)
  })

  test.each([
    ['six idle minutes', `last_active_at = last_active_at - interval '6 minutes'`],
    ['twelve hours', `expires_at = expires_at - interval '12 hours'`],
  ])('ends after %s by the clock of the database [A23]', async (_, change) => {
    await target.owner.query(`UPDATE sessions SET ${change} WHERE user_id = $1`, [member.userId])
    await expectUnchanged(target, async () => {
      expect(await readProfile(member)).toBe(401)
      expect((await send({ path: keepSession.path, body: {}, as: member })).status).toBe(401)
    })
  })

  test('is not kept alive by polls, nor by an open stream [A24]', async () => {
    await target.owner.query(
      `UPDATE sessions SET last_active_at = now() - interval '5 minutes 57 seconds' WHERE user_id = $1`,
      [member.userId],
    )
    const stream = await listen(member)
    const statuses: number[] = []
    for (const until = performance.now() + 4500; performance.now() < until; await sleep(250)) {
      statuses.push(await readProfile(member))
      await send({ method: 'GET', path: getSession.path, as: member })
    }
    expect([statuses[0], statuses.at(-1)]).toEqual([200, 401])
    await expect.poll(stream.isOpen, { timeout: 2000 }).toBe(false)
  })
})

test('an administrator gets no session on the members’ page [A18]', async () => {
  const admin = await createAdmin(target.server)
  const before = await target.owner.query('SELECT id FROM sessions ORDER BY id')
  const refused = await enter(admin)
  expect([refused.status, refused.body?.code]).toEqual([403, 'admin_login_required'])
  expect(refused.headers['set-cookie']).toBeUndefined()
  expect((await target.owner.query('SELECT id FROM sessions ORDER BY id')).rows).toEqual(before.rows)
})

describe('secrets of a session', () => {
  test('are in no address, no answer and no log [A25]', async () => {
    const answer = await enter(member)
    const session = sessionOf(answer) ?? member.session
    const proof = await send({
      path: stepUp.path,
      body: { action: 'wallet', call: 'A'.repeat(43), password },
      as: { ...member, session },
    })
    const given = (proof.body as { proof?: string }).proof ?? ''
    expect(given).toMatch(/^[\w-]{43}$/)
    const reads = operations.filter(({ method, access }) => method === 'GET' && access.includes('member'))
    const texts = [answer.text]
    for (const { path } of reads) {
      const url = path.replaceAll(/:\w+/g, member.userId)
      texts.push((await send({ method: 'GET', path: url, as: { ...member, session } })).text)
    }
    const device = /device=([\w-]+)/.exec(answer.headers['set-cookie']?.join() ?? '')?.[1] ?? ''
    expect(device).toMatch(/^[\w-]{43}$/)
    for (const secret of [session.value, device, given, password]) {
      expect(texts.filter((text) => text.includes(secret))).toEqual([])
      expect(target.server.output()).not.toContain(secret)
    }
    expect(texts[0]).toContain('"access_token":null,"refresh_token":null')
    const inAddress = operations.filter(({ path, query }) =>
      /token|secret|code|proof|session=/i.test(
        [path.replaceAll(/[^:]*(:\w+)?/g, '$1'), ...Object.keys(query?.shape ?? {})].join(),
      ),
    )
    expect(inAddress.map(({ id }) => id)).toEqual([])
  })

  test('are not in the list of the caller’s own sessions [A25]', async () => {
    const other = await createMember(target.server)
    const { text, body } = await send({ method: 'GET', path: listSessions.path, as: member })
    const { items } = listSessions.output.parse(body)
    expect(items.map(({ is_current }) => is_current)).toEqual([true])
    expect(text).not.toContain(member.session.value)
    const path = `/api/auth/sessions/${items[0]?.id}`
    await expectUnchanged(target, async () =>
      expect((await send({ method: 'DELETE', path, as: other })).status).toBe(404),
    )
  })
})

test('no address of the site redirects to another site [A21]', async () => {
  const targets = [
    '//evil.example',
    '/\\evil.example',
    'https:evil.example',
    '%2f%2fevil.example',
    'javascript:alert(1)',
  ]
  const paths = targets.flatMap((to) => [
    `/login?redirect=${encodeURIComponent(to)}`,
    `/login?next=${to}&returnTo=${to}`,
    to.startsWith('/') ? to : `/${to}`,
    `${to.startsWith('/') ? to : `/${to}`}/..`,
    `/assets/${to}`,
  ])
  for (const path of [...paths, '//user@evil.example/', '/login//', '/dashboard/.//evil.example']) {
    for (const as of [undefined, member]) {
      const { status, headers } = await send({ method: 'GET', path, as })
      expect([path, status >= 300 && status < 400, headers.location, headers['refresh']]).toEqual([
        path,
        false,
        undefined,
        undefined,
      ])
    }
  }
})

test('a new installation has no account, and so no default password [A125]', async () => {
  const fresh = await startTarget()
  try {
    const { rows } = await fresh.owner.query(
      'SELECT (SELECT count(*) FROM profiles) + (SELECT count(*) FROM credentials) AS n',
    )
    expect(rows).toEqual([{ n: '0' }])
    for (const email of ['admin@example.org', 'admin@localhost', 'root@localhost', 'admin@et.example']) {
      for (const typed of ['admin', 'password', 'changeme', 'admin123', '']) {
        const { status } = await attack(fresh, { path: signIn.path, body: { email, password: typed, portal: 'admin' } })
        expect([400, 401, 429]).toContain(status)
      }
    }
  } finally {
    await fresh.stop()
  }
}, 60_000)
