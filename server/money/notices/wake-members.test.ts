import { createPublicKey, verify } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { signOut } from '../../../contract/auth.ts'
import { getPush, startPush, stopPush } from '../../../contract/push.ts'
import {
  call,
  createAdmin,
  createMember,
  createTestApp,
  publicUrl,
  type Person,
  type TestApp,
} from '../../../tests/helpers/app.ts'
import { giveCoins } from '../../../tests/helpers/people.ts'
import { isPublicAddress, isPushEndpoint } from '../../platform/push/push-address.ts'
import { wakeMembers } from './wake-members.ts'

let site: TestApp
let admin: Person
let member: Person
let service: Server
let received: { path: string; headers: IncomingMessage['headers']; bytes: number }[] = []
let status = 201
let endpoint = ''
beforeAll(async () => {
  site = await createTestApp({ WEB_PUSH: 'on', PUSH_LOOPBACK: 'allowed' })
  admin = await createAdmin(site)
  service = createServer((request, response) => {
    let bytes = 0
    request.on('data', (chunk: Buffer) => (bytes += chunk.length))
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, bytes })
      response.writeHead(status).end()
    })
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
})
beforeEach(async () => {
  received = []
  status = 201
  member = await createMember(site)
  endpoint = `http://127.0.0.1:${(service.address() as AddressInfo).port}/wake/${member.userId}`
})
afterAll(async () => {
  service.close()
  await site.close()
})

const run = (webPush: 'on' | 'off' = 'on') => wakeMembers({ ...site.deps, config: { ...site.deps.config, webPush } })
const start = (person = member) => call(site, startPush, { body: { endpoint } }, person)
const happen = () => giveCoins(site.database.ownerDb, admin.userId, member.userId, 5)
const isOn = async (person = member) => (await call(site, getPush, {}, person)).body.is_on
const subscriptions = async () =>
  (await site.database.owner.query('select from push_subscriptions where user_id = $1', [member.userId])).rows.length
const passMinutes = (minutes: number) =>
  site.database.owner.query('update push_wakes set due_at = due_at - make_interval(mins => $1)', [minutes])

test('news wakes the browser by a message without content, which the push service can verify', async () => {
  expect((await start()).status).toBe(200)
  expect(await isOn()).toBe(true)
  await happen()
  expect(await run()).toBe(1)
  expect(await run()).toBe(0)
  expect(received).toHaveLength(1)
  expect((await site.database.owner.query('select from push_wakes')).rows).toEqual([])
  const { headers, bytes, path } = received[0] ?? { headers: {}, bytes: -1, path: '' }
  expect([path, bytes, headers['content-encoding']]).toEqual([`/wake/${member.userId}`, 0, undefined])
  expect(headers).toMatchObject({ ttl: '43200', topic: 'news', urgency: 'normal' })
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(headers.authorization ?? '') ?? []
  expect(key).toBe((await call(site, getPush, {}, member)).body.public_key)
  expectValid(token, key, new URL(endpoint).origin)
})

test('the keys are made once, also by servers that start at once, and the private one is encrypted', async () => {
  const answers = await Promise.all(Array.from({ length: 5 }, () => call(site, getPush, {}, member)))
  expect(new Set(answers.map(({ body }) => body.public_key)).size).toBe(1)
  const { rows } = await site.database.owner.query<{ private_key: Buffer }>('select private_key from push_keys')
  expect(rows).toHaveLength(1)
  expect(rows[0]?.private_key.toString('latin1')).not.toContain('P-256')
})

test('several servers wake a browser once, and no one is woken without news or a wish', async () => {
  await happen()
  expect(await run()).toBe(0)
  await start()
  expect(await run()).toBe(0)
  await happen()
  await happen()
  const counts = await Promise.all([run(), run(), run()])
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1)
  expect(received).toHaveLength(1)
  await call(site, stopPush, {}, member)
  expect(await isOn()).toBe(false)
  await happen()
  expect(await run()).toBe(0)
})

test('a subscription ends with its session, and with the browser that gave it up', async () => {
  for (const gone of [404, 410]) {
    status = gone
    await start()
    await happen()
    expect(await run()).toBe(0)
    expect(await subscriptions()).toBe(0)
  }
  status = 201
  await start()
  await call(site, signOut, {}, member)
  expect(await subscriptions()).toBe(0)
  await happen()
  expect(await run()).toBe(0)
})

test('a service with a fault is asked again later, and five times at most', async () => {
  status = 503
  await start()
  await happen()
  for (let attempt = 1; attempt <= 7; attempt += 1) {
    expect(await run()).toBe(0)
    await passMinutes(60)
  }
  expect(received).toHaveLength(5)
  await happen()
  await run()
  status = 201
  expect(await run()).toBe(0)
  await passMinutes(1)
  expect(await run()).toBe(1)
})

test('a browser wakes for the person who asked last', async () => {
  const other = await createMember(site)
  await start()
  await start(other)
  expect([await isOn(), await isOn(other)]).toEqual([false, true])
  await happen()
  expect(await run()).toBe(0)
})

test('nothing is offered or sent while the operator has not switched it on', async () => {
  await start()
  await happen()
  expect(await run('off')).toBe(0)
  expect(received).toEqual([])
  const closed = await createTestApp()
  try {
    const person = await createMember(closed)
    expect((await call(closed, getPush, {}, person)).body).toEqual({ public_key: null, is_on: false })
    expect((await closed.database.owner.query('select from push_keys')).rows).toEqual([])
  } finally {
    await closed.close()
  }
})

test('an endpoint inside the network, or of another form, is refused and never called [A332]', async () => {
  const refused = [
    'http://fcm.googleapis.com/a',
    'https://fcm.googleapis.com:8443/a',
    'https://user:password@fcm.googleapis.com/a',
    'https://push.example.org/a',
    'https://fcm.googleapis.com.example.org/a',
    'https://evilpush.apple.com/a',
    'https://10.0.0.1/a',
    'https://[::1]/a',
    'https://[::ffff:10.0.0.1]/a',
    'https://0x7f000001/a',
    'https://2130706433/a',
    'https://localhost/a',
    'https://database/a',
    'https://printer.local/a',
    'https://metadata.google.internal/a',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'https://fcm.googleapis.com./a',
    '',
  ]
  for (const address of refused) {
    const answer = await call(site, startPush, { body: { endpoint: address } }, member)
    expect([address, answer.status, answer.body.code]).toEqual([address, 422, 'push_service_unknown'])
  }
  expect(await subscriptions()).toBe(0)
  // Loopback is for tests. Without that setting, the server calls nothing on its own machine either.
  expect(isPushEndpoint(endpoint, true)).toBe(true)
  expect(isPushEndpoint(endpoint, false)).toBe(false)
  const known = [
    'fcm.googleapis.com',
    'updates.push.services.mozilla.com',
    'wns2-am3p.notify.windows.com',
    'web.push.apple.com',
  ]
  for (const name of known) expect([name, isPushEndpoint(`https://${name}/send/abc:def`, false)]).toEqual([name, true])
  await start()
  await happen()
  const config = { ...site.deps.config, pushLoopback: 'refused' as const }
  expect(await wakeMembers({ ...site.deps, config })).toBe(0)
  expect(received).toEqual([])
  expect(await subscriptions()).toBe(0)
})

test.each([
  ['8.8.8.8', true],
  ['2a00:1450:4001:82a::200a', true],
  ['10.1.2.3', false],
  ['100.64.0.1', false],
  ['127.0.0.1', false],
  ['169.254.169.254', false],
  ['172.31.255.255', false],
  ['192.168.1.1', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::1', false],
  ['::ffff:10.0.0.1', false],
  ['64:ff9b::a00:1', false],
  ['2002:a00:1::', false],
  ['fd00::1', false],
  ['fe80::1', false],
  ['push.example.org', false],
])('%s is a public address: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic)
})

/** Checks the token as a push service does: the signature, the audience, the time and the sender. */
function expectValid(token: string, key: string, audience: string): void {
  const [head = '', body = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  expect([point.length, point[0]]).toEqual([65, 4])
  const [x = '', y = ''] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const isSigned = (text: string) =>
    verify(
      'sha256',
      Buffer.from(text),
      { key: publicKey, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    )
  expect([isSigned(`${head}.${body}`), isSigned(`${head}.${body}A`)]).toEqual([true, false])
  expect(JSON.parse(Buffer.from(head, 'base64url').toString())).toEqual({ typ: 'JWT', alg: 'ES256' })
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as { aud: string; exp: number; sub: string }
  expect(claims).toMatchObject({ aud: audience, sub: publicUrl })
  const hours = (claims.exp - Date.now() / 1000) / 3600
  expect(hours).toBeGreaterThan(11)
  expect(hours).toBeLessThan(24)
}
