import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getSession, signIn } from '../../../contract/auth.ts'
import { endSession, listSessions, sessionsMax, signOutElsewhere } from '../../../contract/sessions.ts'
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
import { findLiveSessions } from '../../platform/sessions.ts'
import { createEvents } from '../../platform/events/events.ts'
import { startRelay } from '../../platform/events/relay.ts'
import { createStreams } from '../../platform/events/streams.ts'

let site: TestApp
let member: Person
beforeAll(async () => {
  site = await createTestApp()
})
afterAll(() => site.close())
beforeEach(async () => {
  member = await createMember(site)
})

const list = async ({ cookie }: Person = member) => (await call(site, listSessions, {}, { cookie })).body.items
const isSignedIn = async ({ cookie }: Person) => (await call(site, getSession, {}, { cookie })).body.isAuthenticated
const readRecord = async () => {
  const { rows } = await site.database.owner.query<{ detail: unknown }>(
    `SELECT actor_id, ip_address, detail FROM audit_events WHERE action = 'sessions_ended' AND subject_id = $1 ORDER BY id`,
    [member.userId],
  )
  return rows
}
const recordOf = (sessions: string) => ({
  actor_id: member.userId,
  ip_address: '127.0.0.1',
  detail: { sessions },
})
const end = async (sessionId: string, { cookie }: Person = member) =>
  call(site, endSession, { params: { sessionId } }, { cookie })

describe('a person’s sessions', () => {
  test('are listed with browser and IP address, the last used first', async () => {
    const body = { email: member.email, password, portal: 'member' as const }
    await call(site, signIn, { body }, { headers: { 'user-agent': 'Lynx/2.9 \u0007' } })
    await site.database.owner.query(
      `UPDATE sessions SET last_active_at = now() - interval '2 minutes' WHERE user_id = $1 AND user_agent NOT LIKE 'Lynx%'`,
      [member.userId],
    )
    expect(await list()).toMatchObject([
      { is_current: false, ip_address: '127.0.0.1', user_agent: 'Lynx/2.9 ' },
      { is_current: true, ip_address: '127.0.0.1' },
    ])
  })

  test('are left out once they are over', async () => {
    const idle = await logIn(site, member.email, 'member')
    expect(await list()).toHaveLength(2)
    await site.database.owner.query(
      `UPDATE sessions SET last_active_at = now() - interval '6 minutes' WHERE id <> (SELECT min(id::text)::uuid FROM sessions WHERE user_id = $1) AND user_id = $1`,
      [member.userId],
    )
    expect(await list()).toHaveLength(1)
    expect(await isSignedIn(idle)).toBe(false)
  })

  test('are ended one by one, and only by their owner', async () => {
    const [other, elsewhere] = [await createMember(site), await logIn(site, member.email, 'member')]
    const there = (await list(elsewhere)).find(({ is_current }) => is_current)?.id ?? ''
    const before = await readTableDigests(site.database.owner)
    expect(await end(there, other)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect((await end('01920000-0000-7000-8000-000000000000')).status).toBe(404)
    expect(await readTableDigests(site.database.owner)).toEqual(before)
    expect((await end(there)).status).toBe(200)
    expect((await end(there)).status).toBe(404)
    expect([await isSignedIn(elsewhere), await isSignedIn(member)]).toEqual([false, true])
    expect(await readRecord()).toEqual([recordOf('1')])
  })

  test('are ended in all other browsers, and no session of another person is', async () => {
    const others = [await logIn(site, member.email, 'member'), await logIn(site, member.email, 'member')]
    const stranger = await createMember(site)
    expect((await call(site, signOutElsewhere, {}, { cookie: member.cookie })).body).toEqual({ ended: 2 })
    expect((await call(site, signOutElsewhere, {}, { cookie: member.cookie })).body).toEqual({ ended: 0 })
    expect(await Promise.all(others.map(isSignedIn))).toEqual([false, false])
    expect([await isSignedIn(member), await isSignedIn(stranger)]).toEqual([true, true])
    expect(await readRecord()).toEqual([recordOf('2')])
  })

  test(`are ${sessionsMax} at most, even if many start at once, and the longest unused one ends`, async () => {
    await site.database.owner.query(
      `INSERT INTO sessions (user_id, token_hash, ip_address, user_agent, expires_at, last_active_at)
       SELECT $1, sha256(n::text::bytea), '127.0.0.1', 'n' || n, now() + interval '1 hour', now() - make_interval(secs => n)
         FROM generate_series(1, $2::int) n`,
      [member.userId, sessionsMax - 1],
    )
    const fresh = await Promise.all(Array.from({ length: 5 }, async () => logIn(site, member.email, 'member')))
    const { rows } = await site.database.owner.query<{ user_agent: string }>(
      'SELECT user_agent FROM sessions WHERE user_id = $1',
      [member.userId],
    )
    expect(rows).toHaveLength(sessionsMax)
    const oldest = [1, 2, 3, 4, 5].map((back) => `n${sessionsMax - back}`)
    expect(rows.filter(({ user_agent }) => oldest.includes(user_agent))).toEqual([])
    expect(await Promise.all([member, ...fresh].map(isSignedIn))).toEqual(Array<boolean>(6).fill(true))
  })
})

test('a session that ends on one server closes its stream on another at once', async () => {
  const [here, there] = [site.deps.events, createEvents()]
  const { appUrl, appDb } = site.database
  const stops = [here, there].map((events) => startRelay({ url: appUrl, events, onError: () => {}, gatherMs: 5 }))
  // The interval is so long that the regular check closes no stream during the test.
  const streams = createStreams({
    events: there,
    findLive: (owners) => findLiveSessions(appDb, owners, false),
    onError: () => {},
    checkMs: 600_000,
  })
  const sessionId = (await list())[0]?.id ?? ''
  const server = createServer((_, response) =>
    streams.open({ role: 'member', userId: member.userId, sessionId }, response, {}),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  let heard = ''
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const ended = response.body
    ?.pipeThrough(new TextDecoderStream())
    .pipeTo(new WritableStream({ write: (text) => void (heard += text) }))
  await expect
    .poll(() => {
      here.publish({ topics: ['wallet', 'session'], userIds: [member.userId] })
      return heard
    })
    .toContain('wallet')
  await end(sessionId)
  await ended
  streams.close()
  server.close()
  await Promise.all(stops.map(async (stop) => stop()))
})
