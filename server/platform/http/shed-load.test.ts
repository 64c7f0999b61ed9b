import { createConnection, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getSession, signIn, signOut } from '../../../contract/auth.ts'
import { submitTransferRequest } from '../../../contract/requests.ts'
import { call, createMember, createTestApp, type Person, type TestApp } from '../../../tests/helpers/app.ts'
import { createMetrics } from '../metrics/metrics.ts'
import type { Admission } from './admission.ts'

let isFull = false
let working = 0
const begin = () => {
  working += 1
  let isOver = false
  return () => {
    if (!isOver) working -= 1
    isOver = true
  }
}
const admission: Admission = { begin, enter: () => (isFull ? undefined : begin()) }

const metrics = createMetrics()
let site: TestApp
let member: Person
beforeAll(async () => {
  site = await createTestApp({}, { admission, meter: metrics.meter })
  member = await createMember(site)
})
beforeEach(() => {
  isFull = false
})
afterAll(async () => {
  await metrics.close()
  await site.close()
})

const transfer = { body: { amount_coins: 1_000, recipient_member_id: 'ET-NOBODY' }, key: crypto.randomUUID() }

test('a call beyond what the server can do is refused with a time to try again, before anything is asked', async () => {
  isFull = true
  for (const cookie of [member.cookie, 'session=unknown']) {
    const answer = await site.app.inject({ method: 'GET', url: getSession.path, headers: { cookie } })
    expect(answer.statusCode).toBe(503)
    expect(answer.json()).toMatchObject({ code: 'overloaded' })
    expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1)
    expect(answer.headers['cache-control']).toBe('no-store')
  }
  expect((await call(site, submitTransferRequest, transfer, member)).status).toBe(503)
})

test('each such refusal counts under its code', async () => {
  const url = `http://127.0.0.1:${await metrics.listen(0, '127.0.0.1')}/metrics`
  const count = async () => {
    const figures = await (await fetch(url)).text()
    return Number(/^et_refusals_total\{code="overloaded"\} (\d+)/m.exec(figures)?.[1] ?? 0)
  }
  const before = await count()
  isFull = true
  await call(site, getSession, {}, member)
  await call(site, submitTransferRequest, transfer, member)
  expect((await count()) - before).toBe(2)
  isFull = false
  expect((await call(site, getSession, {}, member)).status).toBe(200)
  expect((await count()) - before).toBe(2)
})

test('a sign-out, the addresses of health and the pages are always answered', async () => {
  isFull = true
  const leaving = await createLeaving()
  expect((await call(site, signOut, {}, leaving)).status).toBe(200)
  for (const url of ['/api/health/live', '/api/health', '/login'])
    expect((await site.app.inject({ method: 'GET', url })).statusCode).toBe(200)
  isFull = false
  expect((await call(site, getSession, {}, leaving)).body.isAuthenticated).toBe(false)
})

async function createLeaving(): Promise<Person> {
  isFull = false
  const person = await createMember(site)
  isFull = true
  return person
}

test('a call counts as work until its answer is ready, whether it succeeds or is refused', async () => {
  expect((await call(site, getSession, {}, member)).status).toBe(200)
  expect((await call(site, submitTransferRequest, transfer, member)).status).toBeGreaterThanOrEqual(400)
  expect(working).toBe(0)
})

test('a body that arrives slowly takes no place, and a sender who leaves frees all', async () => {
  await site.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = site.app.server.address() as AddressInfo
  const socket = createConnection({ port, host: '127.0.0.1' })
  socket.write(
    `POST ${submitTransferRequest.path} HTTP/1.1\r\nHost: x\r\nOrigin: http://127.0.0.1:${port}\r\nCookie: ${member.cookie}\r\n` +
      `Content-Type: application/json\r\nIdempotency-Key: ${crypto.randomUUID()}\r\nContent-Length: 60\r\n\r\n{"amount_coins"`,
  )
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(working).toBe(0)
  socket.destroy()
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(working).toBe(0)
})

test('a refusal that waits, because its sender met many, takes no place [A396]', async () => {
  const limited = await createTestApp({ RATE_LIMITS: 'on' }, { admission })
  const guess = async (n: number) =>
    call(limited, signIn, { body: { email: `v${n}@example.org`, password: 'wrong', portal: 'member' } })
  // After these, the network has no guess left, so no further one is hashed.
  for (let count = 0; count < 25; count += 1) await guess(count)
  let answered = 0
  const many = Array.from({ length: 300 }, async (_, n) => guess(n).then(() => (answered += 1)))
  await expect.poll(() => answered).toBeGreaterThanOrEqual(100)
  await expect.poll(() => working, { interval: 5 }).toBe(0)
  expect(answered).toBeLessThan(300)
  await Promise.all(many)
  await limited.close()
}, 30_000)
