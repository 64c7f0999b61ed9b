import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getSession, signIn } from '../../../contract/auth.ts'
import { submitBuyRequest, submitTransferRequest } from '../../../contract/requests.ts'
import { uploadFile } from '../../../contract/uploads.ts'
import { call, createMember, password, publicUrl, type Person } from '../../../tests/helpers/app.ts'
import { openTracedApp, partsOf, type TracedApp } from '../../../tests/helpers/traced-app.ts'
import { inSpan } from './spans.ts'

let traced: TracedApp
let member: Person
let isFull = false

beforeAll(async () => {
  traced = await openTracedApp({
    admission: { begin: () => () => {}, enter: () => (isFull ? undefined : () => {}) },
  })
  member = await createMember(traced.site)
})
beforeEach(() => traced.begin())
afterAll(() => traced.close())

async function upload(): Promise<string> {
  const picture = { width: 30, height: 30, channels: 3 as const, background: '#345' }
  const headers = { cookie: member.cookie, origin: publicUrl, 'content-type': 'image/png' }
  const response = await traced.app.inject({
    method: 'POST',
    url: uploadFile.path,
    headers: { ...headers, 'idempotency-key': randomUUID() },
    payload: await sharp({ create: picture }).png().toBuffer(),
  })
  return uploadFile.output.parse(response.json()).id
}

test('a purchase is a tree of exactly the statements that it makes, by their names', async () => {
  const proof = await upload()
  traced.begin()
  const body = { amount_coins: 10_000, package_id: traced.site.packageId, payment_proof_id: proof }
  const by = { cookie: member.cookie, key: randomUUID() }
  const { status, headers } = await call(traced, submitBuyRequest, { body }, by)
  expect(status).toBe(200)
  const spans = await traced.collect()
  const { whole, parts } = partsOf(spans, `POST ${submitBuyRequest.path}`)
  expect(parts).toEqual(['find_session', 'make_request'])
  expect(spans).toHaveLength(3)
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1)
  expect(whole).toMatchObject({
    kind: 2,
    attributes: {
      'http.request.method': 'POST',
      'http.route': submitBuyRequest.path,
      'http.response.status_code': 200,
      'et.operation': submitBuyRequest.id,
      'et.request.id': headers['x-request-id'],
    },
    process: { 'service.name': 'et', 'et.worker': 3 },
  })
  expect(traced.collector.headers.at(-1)).toMatchObject({ authorization: 'Bearer key' })
})

test('a call that is refused because there are too many has its code in its trace', async () => {
  isFull = true
  const { status } = await call(traced, getSession, {}, member)
  isFull = false
  expect(status).toBe(503)
  const { whole } = partsOf(await traced.collect(), `GET ${getSession.path}`)
  expect(whole?.attributes).toMatchObject({ 'http.response.status_code': 503, 'et.refusal.code': 'overloaded' })
})

test('a call that its caller leaves before the answer is traced, too', async () => {
  await traced.app.listen({ port: 0, host: '127.0.0.1' })
  traced.begin()
  const leaving = new AbortController()
  const left = Promise.withResolvers<void>()
  traced.app.server.once('request', (_request, response) => {
    response.once('close', () => setImmediate(left.resolve))
    leaving.abort()
  })
  const { port } = traced.app.server.address() as AddressInfo
  const body = JSON.stringify({ email: member.email, password, portal: 'member' })
  const headers = { origin: publicUrl, 'content-type': 'application/json' }
  const url = `http://127.0.0.1:${port}${signIn.path}`
  await expect(fetch(url, { method: 'POST', body, headers, signal: leaving.signal })).rejects.toThrow('abort')
  await left.promise
  const spans = await traced.collect()
  expect(spans.find(({ name }) => name === `POST ${signIn.path}`)?.attributes).toMatchObject({
    'error.type': 'cut_off',
  })
})

test('no person, amount or token is in a trace', async () => {
  const recipient = await createMember(traced.site)
  await upload()
  await call(traced, signIn, { body: { email: member.email, password, portal: 'member' } })
  await call(traced, signIn, { body: { email: member.email, password: 'wrong wrong wrong', portal: 'member' } })
  const body = { recipient_member_id: 'ET12345678', amount_coins: 7_654_321 }
  await call(traced, submitTransferRequest, { body }, { cookie: member.cookie, key: randomUUID() })
  await call(traced, getSession, {}, { cookie: member.cookie })
  await traced.app.inject({ url: `/no/such/${member.email}?token=hidden-in-the-query` })
  await traced.collect()
  const sent = traced.collector.bodies.join('\n')
  for (const present of ['find_session', `POST ${signIn.path}`, `POST ${submitTransferRequest.path}`])
    expect(sent).toContain(present)
  const cookie = member.cookie.split('=')[1] ?? ''
  const personal = [member.email, member.userId, cookie, recipient.userId, 'Lovelace', password, 'wrong wrong']
  for (const text of [...personal, '7654321', 'ET12345678', '127.0.0.1', 'hidden-in-the-query', 'select \\"', 'where'])
    expect(sent).not.toContain(text)
})

test('a refusal is said by its code', async () => {
  await call(traced, submitTransferRequest, { body: { recipient_member_id: 'x', amount_coins: 1 } })
  const { whole } = partsOf(await traced.collect(), `POST ${submitTransferRequest.path}`)
  expect(whole?.attributes).toMatchObject({ 'http.response.status_code': 401, 'et.refusal.code': 'not_signed_in' })
})

test('a job is a trace of its own, with its outgoing calls and the code of a failure', async () => {
  const failure = Object.assign(new Error('a message with an address'), { code: 'ECONNREFUSED' })
  const outgoing = async () => inSpan({ kind: 'outgoing', name: 'mail' }, async () => Promise.reject(failure))
  const work = async () => inSpan({ kind: 'job', name: 'job mails' }, outgoing)
  await inSpan({ kind: 'job', name: 'job totals' }, async () => work().catch(() => undefined))
  const { whole, parts } = partsOf(await traced.collect(), 'job mails')
  expect(parts).toEqual(['mail'])
  expect(whole).toMatchObject({ attributes: { 'error.type': 'ECONNREFUSED' }, status: { code: 2 } })
  expect(whole?.parentSpanId || undefined).toBeUndefined()
  expect(traced.collector.bodies.join('')).not.toContain('a message with an address')
})

test('work after the end of a call is no part of it', async () => {
  const span = traced.traces().begin({ kind: 'call', name: 'GET /' })
  span?.end()
  await span?.within(async () => inSpan({ kind: 'statement', name: 'late' }, async () => undefined))
  expect((await traced.collect()).map(({ name }) => name)).toEqual(['GET /'])
})

test('a line of the log has the id of its trace, and one of nothing has none', async () => {
  const { logged } = traced
  await call(traced, submitTransferRequest, { body: {} as never }, { cookie: member.cookie, key: randomUUID() })
  traced.app.log.info('of nothing')
  const { whole } = partsOf(await traced.collect(), `POST ${submitTransferRequest.path}`)
  const lines = logged.map((line) => JSON.parse(line) as { msg: string; trace_id?: string })
  expect(lines.findLast(({ msg }) => msg === 'A call was refused')?.trace_id).toBe(whole?.traceId)
  expect(lines.find(({ msg }) => msg === 'of nothing')).not.toHaveProperty('trace_id')
})
