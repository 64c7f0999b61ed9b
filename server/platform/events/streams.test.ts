import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getProfile } from '../../../contract/profiles.ts'
import { signOut } from '../../../contract/auth.ts'
import { eventsPath, type Topic } from '../../../contract/events.ts'
import {
  call,
  createAdmin,
  createMember,
  createTestApp,
  type Person,
  type TestApp,
} from '../../../tests/helpers/app.ts'
import { createEvents } from './events.ts'
import { createStreams } from './streams.ts'

let site: TestApp
let url: string

beforeAll(async () => {
  site = await createTestApp()
  url = await site.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => site.close())

/** Listens as a browser does, and returns the text received so far. */
async function listen(person: Person, headers: Record<string, string> = {}) {
  const stopping = new AbortController()
  const response = await fetch(url + eventsPath, {
    headers: { cookie: person.cookie, ...headers },
    signal: stopping.signal,
  })
  const heard = { status: response.status, headers: response.headers, text: '', isEnded: false }
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  const read = async (): Promise<void> => {
    const chunk = await reader?.read()
    if (!chunk || chunk.done) {
      heard.isEnded = true
      return
    }
    heard.text += chunk.value
    await read()
  }
  void read().catch(() => {})
  return { heard, stop: () => stopping.abort() }
}

test('an event reaches exactly the people who may see the change', async () => {
  const [member, other, admin] = [await createMember(site), await createMember(site), await createAdmin(site)]
  const streams = [await listen(member), await listen(other), await listen(admin)]
  const [toMember, toOther, toAdmin] = streams
  expect(toMember?.heard.status).toBe(200)
  expect(toMember?.heard.headers.get('content-type')).toBe('text/event-stream')
  expect(toMember?.heard.headers.get('cache-control')).toContain('no-store')

  site.deps.events.publish({ topics: ['requests', 'wallet'], userIds: [member.userId] })
  site.deps.events.publish({ topics: ['requests'], toAdmins: true })
  site.deps.events.publish({ topics: ['packages'], toEveryone: true })
  await expect
    .poll(() => toMember?.heard.text)
    .toBe('retry: 2000\n\ndata: {"topics":["requests","wallet"]}\n\ndata: {"topics":["packages"]}\n\n')
  await expect.poll(() => toOther?.heard.text).toBe('retry: 2000\n\ndata: {"topics":["packages"]}\n\n')
  await expect
    .poll(() => toAdmin?.heard.text)
    .toBe('retry: 2000\n\ndata: {"topics":["requests"]}\n\ndata: {"topics":["packages"]}\n\n')
  streams.forEach(({ stop }) => stop())
})

test('visitors and pages of other sites get no stream', async () => {
  const member = await createMember(site)
  expect((await fetch(url + eventsPath)).status).toBe(401)
  expect((await listen(member, { origin: 'https://elsewhere.example' })).heard.status).toBe(403)
  expect((await listen(member, { 'sec-fetch-site': 'cross-site' })).heard.status).toBe(403)
})

test('a sixth stream of one person ends the oldest, which gets the reason', async () => {
  const member = await createMember(site)
  const streams: Awaited<ReturnType<typeof listen>>[] = []
  for (let count = 0; count < 6; count += 1) streams.push(await listen(member))
  await expect.poll(() => streams.map(({ heard }) => heard.isEnded)).toEqual([true, false, false, false, false, false])
  expect(streams.map(({ heard }) => heard.text.includes('event: gives-way\ndata: {}\n\n'))).toEqual(
    streams.map(({ heard }) => heard.isEnded),
  )
  streams.forEach(({ stop }) => stop())
})

test('a stream ends with its session or account', async () => {
  const [leaving, suspended, idle] = [await createMember(site), await createMember(site), await createMember(site)]
  const streams = [await listen(leaving), await listen(suspended), await listen(idle)]
  await call(site, signOut, {}, { cookie: leaving.cookie })
  const { owner } = site.database
  await owner.query(`update profiles set status = 'Suspended' where id = $1`, [suspended.userId])
  await owner.query(`update sessions set last_active_at = now() - interval '7 minutes' where user_id = $1`, [
    idle.userId,
  ])
  await expect.poll(() => streams.map(({ heard }) => heard.isEnded), { timeout: 6_000 }).toEqual([true, true, true])
})

test('an open stream does not keep a session alive', async () => {
  const member = await createMember(site)
  const { owner } = site.database
  await owner.query(`update sessions set last_active_at = now() - interval '5 minutes' where user_id = $1`, [
    member.userId,
  ])
  const before = await owner.query('select last_active_at from sessions where user_id = $1', [member.userId])
  const { stop } = await listen(member)
  await call(site, getProfile, { params: { userId: member.userId } }, { cookie: member.cookie })
  await new Promise((resolve) => setTimeout(resolve, 2_500))
  stop()
  const after = await owner.query('select last_active_at from sessions where user_id = $1', [member.userId])
  expect(after.rows).toEqual(before.rows)
})

test('a browser that stops reading costs no memory, and gets one event for all that it missed', async () => {
  const member = await createMember(site)
  const socket = await openSocket(member)
  socket.pause()
  const before = process.memoryUsage().heapUsed
  for (let count = 0; count < 200_000; count += 1) {
    site.deps.events.publish({ topics: ['requests'], userIds: [member.userId] })
    if (count % 10_000 === 0) await new Promise(setImmediate)
  }
  site.deps.events.publish({ topics: ['wallet'], userIds: [member.userId] })
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(50_000_000)
  let text = ''
  socket.on('data', (bytes) => (text += bytes.toString()))
  socket.resume()
  await expect.poll(() => text.includes('wallet'), { timeout: 5_000 }).toBe(true)
  socket.destroy()
})

test('a browser that never reads again loses its stream', async () => {
  const events = createEvents()
  const streams = createStreams({
    events,
    findLive: (owners) => Promise.resolve(new Set(owners.map(({ sessionId }) => sessionId))),
    onError: () => {},
    heartbeatMs: 200,
  })
  const server = createServer((_, response) =>
    streams.open({ role: 'member', userId: 'reader', sessionId: 'session' }, response, {}),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await once(socket, 'data')
  socket.pause()
  const count = async () => new Promise<number>((resolve) => server.getConnections((_, open) => resolve(open)))
  // The text is larger than the system's buffers between server and client.
  events.publish({ topics: ['x'.repeat(50_000_000) as Topic], toEveryone: true })
  await expect.poll(count).toBe(0)
  streams.close()
  socket.destroy()
  server.close()
})

async function openSocket(person: Person): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.write(`GET ${eventsPath} HTTP/1.1\r\nhost: localhost\r\ncookie: ${person.cookie}\r\n\r\n`)
  await new Promise((resolve) => socket.once('data', resolve))
  return socket
}
