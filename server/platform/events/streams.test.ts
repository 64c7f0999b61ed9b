import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
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
  const { events, response, socket, close } = await openUnread({ heartbeatMs: 60_000 })
  expect(response.writableNeedDrain).toBe(true)
  const waiting = response.writableLength
  for (let count = 0; count < 200_000; count += 1) events.publish({ topics: ['requests'], userIds: ['reader'] })
  events.publish({ topics: ['wallet'], userIds: ['reader'] })
  await new Promise(setImmediate)
  expect(response.writableLength).toBe(waiting)
  let text = ''
  socket.setEncoding('latin1').on('data', (part: string) => (text += part))
  socket.resume()
  await expect.poll(() => text.slice(-100), { timeout: 10_000 }).toContain('wallet')
  // The first event is the one that fills the buffers.
  expect(text.match(/data: .{0,40}/g)?.slice(1)).toEqual(['data: {"topics":["requests","wallet"]}'])
  close()
})

test('a browser that never reads again loses its stream', async () => {
  const { connections, close } = await openUnread({ heartbeatMs: 200 })
  await expect.poll(connections).toBe(0)
  close()
})

/** Opens a stream of the member `reader`, and sends it more than the buffers between server and client hold, of which nothing is read. */
async function openUnread({ heartbeatMs }: { heartbeatMs: number }) {
  const events = createEvents()
  const streams = createStreams({
    events,
    findLive: (owners) => Promise.resolve(new Set(owners.map(({ sessionId }) => sessionId))),
    onError: () => {},
    heartbeatMs,
  })
  const opened = Promise.withResolvers<ServerResponse>()
  const server = createServer((_, response) => {
    streams.open({ role: 'member', userId: 'reader', sessionId: 'session' }, response, {})
    opened.resolve(response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await once(socket, 'data')
  socket.pause()
  events.publish({ topics: ['x'.repeat(50_000_000) as Topic], toEveryone: true })
  return {
    events,
    response: await opened.promise,
    socket,
    connections: async () => new Promise<number>((resolve) => server.getConnections((_, open) => resolve(open))),
    close: () => {
      streams.close()
      socket.destroy()
      server.close()
    },
  }
}
