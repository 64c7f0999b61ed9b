import { afterAll, beforeAll, expect, test } from 'vitest'
import { getSession, signOut } from '../../../contract/auth.ts'
import { errors } from '../../../contract/errors.ts'
import { sentenceOf } from '../../../contract/faults.ts'
import { listPackages } from '../../../contract/packages.ts'
import { getPush } from '../../../contract/push.ts'
import { createTestApp, type TestApp } from '../../../tests/helpers/app.ts'

let site: TestApp
beforeAll(async () => {
  site = await createTestApp({}, { admission: { begin: () => () => {}, enter: () => (isFull ? undefined : () => {}) } })
})
afterAll(async () => site.close())

let isFull = false
const own = '0123456789abcdef'
const inject = async (url: string, method: 'GET' | 'POST' = 'GET') =>
  site.app.inject({ method, url, headers: { 'x-request-id': own, 'request-id': own } })

test('each answer has an id of its own that the caller did not choose: of a call, a page, a refusal and a wrong address', async () => {
  const answers = [
    [200, await inject(getSession.path)],
    [200, await inject('/login')],
    [401, await inject(getPush.path)],
    [403, await inject(signOut.path, 'POST')],
    [404, await inject('/api/elsewhere')],
    [404, await inject('/elsewhere')],
    [400, await inject('/api/%zz')],
  ] as const
  isFull = true
  const refused = [503, await inject(getSession.path)] as const
  isFull = false
  const all = [...answers, refused]
  expect(all.map(([, answer]) => answer.statusCode)).toEqual(all.map(([status]) => status))
  const ids = all.map(([, { headers }]) => headers['x-request-id'])
  for (const id of ids) expect(id).toMatch(/^[\da-f]{16}$/)
  expect(new Set([own, ...ids]).size).toBe(all.length + 1)
})

test('a second start gives no id again', async () => {
  const other = await createTestApp()
  const answer = await other.app.inject({ url: getSession.path })
  const again = await inject(getSession.path)
  await other.close()
  expect(answer.headers['x-request-id']).toMatch(/^[\da-f]{16}$/)
  expect(answer.headers['x-request-id']).not.toBe(again.headers['x-request-id'])
})

test('the sentence of an unexpected failure names the id of the answer, which is that of its line in the log', async () => {
  await site.database.owner.query('ALTER TABLE packages RENAME TO packages_away')
  const { statusCode, headers, ...answer } = await inject(listPackages.path)
  await site.database.owner.query('ALTER TABLE packages_away RENAME TO packages')
  const id = String(headers['x-request-id'])
  const fault = { code: 'internal_error', values: { reference: id } } as const
  expect([statusCode, answer.json()]).toEqual([500, { ...fault, message: sentenceOf(fault) }])
  expect(sentenceOf(fault)).toContain(`: ${id}.`)
  expect(sentenceOf({ code: 'internal_error' })).toBe(errors.internal_error.message)
  const lines = site.logged.map((line) => JSON.parse(line) as { msg: string; reqId?: string })
  expect(lines.filter(({ msg }) => msg === 'A call failed').map(({ reqId }) => reqId)).toEqual([id])
})
