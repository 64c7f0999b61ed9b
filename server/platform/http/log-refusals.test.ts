import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn, signOut } from '../../../contract/auth.ts'
import { listUsers } from '../../../contract/users.ts'
import {
  createAdmin,
  createMember,
  createTestApp,
  publicUrl,
  type Person,
  type TestApp,
} from '../../../tests/helpers/app.ts'

let site: TestApp
let member: Person
beforeAll(async () => {
  site = await createTestApp()
  member = await createMember(site)
})
afterAll(async () => site.close())

const readLines = () =>
  site.logged
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ msg }) => msg === 'A call was refused')
    .map(({ level, code, call, user, network }) => ({ level, code, call, user, network }))

const list = async ({ cookie }: Pick<Person, 'cookie'>, query = 'search=secret') =>
  (await site.app.inject({ url: `${listUsers.path}?${query}`, headers: { cookie } })).statusCode

test('a member who calls what is for administrators is in the log, three times at once and without what was sent', async () => {
  for (let time = 1; time <= 8; time += 1) expect(await list(member)).toBe(403)
  const line = { level: 40, code: 'forbidden', call: 'list_users', user: member.userId, network: undefined }
  expect(readLines()).toEqual([line, line, line])
  expect(site.logged.join('')).not.toContain('secret')
})

test('another account and another refusal have lines of their own, and a call that succeeds has none', async () => {
  site.logged.length = 0
  const other = await createMember(site)
  expect(await list(other)).toBe(403)
  const admin = await createAdmin(site)
  expect(await list(admin)).toBe(200)
  expect(await list(admin, 'sort=secret')).toBe(400)
  const headers = { origin: 'https://evil.example' }
  const foreign = { method: signOut.method, url: signOut.path, headers } as const
  expect((await site.app.inject(foreign)).statusCode).toBe(403)
  expect(readLines()).toEqual([
    { level: 40, code: 'forbidden', call: 'list_users', user: other.userId, network: undefined },
    { level: 40, code: 'invalid_request', call: 'list_users', user: admin.userId, network: undefined },
    { level: 40, code: 'foreign_origin', call: 'sign_out', user: undefined, network: '127.0.0.0/24' },
  ])
})

test('a malformed address and a wrong type of body have lines, of an address at most its network', async () => {
  site.logged.length = 0
  const inject = (url: string, type: string) =>
    site.app.inject({
      method: 'POST',
      url,
      headers: { origin: publicUrl, 'content-type': type },
      payload: 'secret',
      remoteAddress: '203.0.113.9',
    })
  expect((await inject('/api/%zz?secret', 'text/plain')).statusCode).toBe(400)
  expect((await inject(signIn.path, 'text/secret')).statusCode).toBe(415)
  expect(readLines()).toEqual([
    { level: 40, code: 'invalid_request', call: undefined, user: undefined, network: undefined },
    { level: 40, code: 'content_type_not_accepted', call: 'sign_in', user: undefined, network: '203.0.113.0/24' },
  ])
  expect(site.logged.join('')).not.toMatch(/secret|203\.0\.113\.9/)
})
