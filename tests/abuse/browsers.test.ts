import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keepSession, signIn, signOut } from '../../contract/auth.ts'
import { operations } from '../../contract/operations.ts'
import { createMember, type Person } from '../helpers/api.ts'
import { attack, expectNoInternals, expectUnchanged, startTarget, type Attack, type Target } from '../helpers/attack.ts'
import { password } from '../helpers/screens.ts'

let target: Target
let member: Person
beforeAll(async () => {
  target = await startTarget()
  member = await createMember(target.server)
})
afterAll(async () => target.stop())

const send = async (attempt: Attack) => attack(target, attempt)
const credentials = () => ({ email: member.email, password, portal: 'member' })
const form = 'application/x-www-form-urlencoded'

describe('a page of another site', () => {
  const foreign: [string, Record<string, string>][] = [
    ['a foreign origin', { origin: 'https://evil.example' }],
    ['the origin null', { origin: 'null' }],
    ['no origin at all', { origin: '' }],
    ['a sandboxed frame', { origin: '', 'sec-fetch-site': 'cross-site' }],
    ['a sister site', { origin: '', 'sec-fetch-site': 'same-site' }],
  ]

  test.each(foreign)('that posts with the member’s cookie and %s is refused [A26]', async (_, headers) => {
    const calls = operations.filter(
      ({ method, access }) => method !== 'GET' && access.some((role) => role === 'member'),
    )
    expect(calls.length).toBeGreaterThan(8)
    await expectUnchanged(target, async () => {
      for (const { method, path } of calls) {
        const url = path.replaceAll(/:\w+/g, member.userId)
        const outcome = await send({ method, path: url, body: {}, as: member, headers })
        expect([path, outcome.status, outcome.body?.code]).toEqual([path, 403, 'foreign_origin'])
      }
    })
  })

  test.each([form, 'multipart/form-data; boundary=x', 'text/plain'])(
    'that sends a form as %s is refused, signed in or not [A26]',
    async (type) => {
      const headers = { origin: 'https://evil.example', 'content-type': type }
      const body = 'email=a%40example.org&password=x&portal=member'
      await expectUnchanged(target, async () => {
        for (const { path } of [signIn, signOut]) {
          expect((await send({ path, body, as: member, headers })).status).toBe(403)
          // The API reads no forms, even from this site itself.
          expect((await send({ path, body, as: member, headers: { 'content-type': type } })).status).toBe(415)
        }
      })
    },
  )

  test('cannot sign a visitor in to an account of its own [A26]', async () => {
    const headers = { origin: 'https://evil.example' }
    const outcome = await expectUnchanged(target, () => send({ path: signIn.path, body: credentials(), headers }))
    expect([outcome.status, outcome.headers['set-cookie']]).toEqual([403, undefined])
  })

  test.each([
    'https://evil.com',
    'null',
    'https://localhost.evil.com',
    'http://evil.localhost',
    'https://localhost:3000',
  ])('at %s cannot read answers [A28]', async (origin) => {
    for (const attempt of [
      { method: 'GET', path: '/api/auth/session', headers: { origin }, as: member },
      {
        method: 'OPTIONS',
        path: signIn.path,
        headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
      },
    ]) {
      const { headers } = await send(attempt)
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
    }
  })

  test('cannot frame a page of this site [A122]', async () => {
    for (const path of ['/', '/login', '/dashboard', '/nowhere', '/api/auth/session', '/assets/none.js']) {
      const { headers } = await send({ method: 'GET', path })
      expect([path, headers['x-frame-options']]).toEqual([path, 'DENY'])
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
      expect(headers['content-security-policy']).not.toMatch(/unsafe-(inline|eval)/)
      expect(headers['x-content-type-options']).toBe('nosniff')
    }
  })
})

describe('methods and addresses', () => {
  test('nothing changes by GET, nor by a header that names another method [A27]', async () => {
    const calls = operations.filter(({ method }) => method !== 'GET')
    await expectUnchanged(target, async () => {
      for (const { method, path } of calls) {
        const hasRead = operations.some((other) => other.path === path && other.method === 'GET')
        if (hasRead) continue
        const url = path.replaceAll(/:\w+/g, member.userId)
        const headers = { 'x-http-method-override': method, 'x-method-override': method }
        const outcome = await send({ method: 'GET', path: `${url}?_method=${method}`, as: member, headers })
        // A longer address may answer GET if its last part is an id.
        expect([path, [400, 404, 405].includes(outcome.status)]).toEqual([path, true])
      }
      const headers = { 'x-http-method-override': 'DELETE' }
      expect((await send({ path: keepSession.path, body: {}, as: member, headers })).status).toBe(200)
    }, ['public.sessions'])
  })

  test.each([
    '/.env',
    '/.git/config',
    '/metrics',
    '/debug',
    '/debug/pprof',
    '/server-status',
    '/actuator/health',
    '/wp-login.php',
  ])('%s is not found [A120]', async (path) => {
    const outcome = await send({ method: 'GET', path })
    expect(outcome.status).toBe(404)
    expectNoInternals(outcome)
  })

  test('TRACE does not return the sent request [A120]', async () => {
    const trace = await sendRaw(
      `TRACE / HTTP/1.1\r\nHost: localhost\r\nX-Secret: mirrored\r\nConnection: close\r\n\r\n`,
    )
    expect(trace).toMatch(/^HTTP\/1\.1 (400|404|405) /)
    expect(trace).not.toContain('mirrored')
  })

  test('an answer about a person cannot pass as a static file, and no cache stores it [A121]', async () => {
    for (const suffix of ['/x.css', '/x.js', ';x.css', '%2fx.css', '.css']) {
      const { status } = await send({ method: 'GET', path: `/api/profiles/${member.userId}${suffix}`, as: member })
      expect([suffix, [400, 404].includes(status)]).toEqual([suffix, true])
    }
    const reads = operations.filter(
      ({ method, access }) => method === 'GET' && access.some((role) => role === 'member'),
    )
    for (const { path } of reads) {
      const url = path.replaceAll(/:\w+/g, member.userId)
      const { headers } = await send({ method: 'GET', path: url, as: member })
      expect([path, headers['cache-control']]).toEqual([path, expect.stringContaining('no-store')])
    }
  })
})

describe('an invalid cookie', () => {
  test.each([
    ['a word', 'x'],
    ['a token of the right length', 'A'.repeat(64)],
    ['broken escapes', '%00%ff%'],
    ['8 KB', 'x'.repeat(8_000)],
    ['SQL', "' OR 1=1 --"],
    ['quotes', '"\\"'],
  ])('counts as no session, and causes no error: %s [A34]', async (_, value) => {
    const cookies = [`${member.session.name}=${value}`, `${member.session.name}=${value}; ${member.session.name}=y`]
    await expectUnchanged(target, async () => {
      for (const cookie of cookies) {
        const outcome = await send({ method: 'GET', path: `/api/profiles/${member.userId}`, headers: { cookie } })
        expect([outcome.status, outcome.body?.code]).toEqual([401, 'not_signed_in'])
        expectNoInternals(outcome)
      }
    })
  })

  test('an Authorization header gives no session [A34]', async () => {
    for (const authorization of [`Bearer ${member.session.value}`, 'Basic YWRtaW46YWRtaW4=', 'x'.repeat(8_000)]) {
      const path = `/api/profiles/${member.userId}`
      expect((await send({ method: 'GET', path, headers: { authorization } })).status).toBe(401)
    }
  })
})

async function sendRaw(text: string): Promise<string> {
  const { port } = new URL(target.server.url)
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let answer = ''
  const socket = connect(Number(port), '127.0.0.1', () => {
    socket.end(text)
  })
  socket
    .setEncoding('latin1')
    .on('data', (part: string) => (answer += part))
    .on('end', () => resolve(answer))
    .on('error', reject)
  return promise
}
