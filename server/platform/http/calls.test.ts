import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn, signUp } from '../../../contract/auth.ts'
import { errors } from '../../../contract/errors.ts'
import { sentenceOf } from '../../../contract/faults.ts'
import { listPackages } from '../../../contract/packages.ts'
import { getProfile } from '../../../contract/profiles.ts'
import { submitBuyRequest } from '../../../contract/requests.ts'
import {
  call,
  createMember,
  createTestApp,
  publicUrl,
  signUpForm,
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

const neutral = errors.invalid_request.message

async function post(url: string, payload: string, headers: Record<string, string> = {}) {
  const response = await site.app.inject({
    method: 'POST',
    url,
    payload,
    headers: { origin: publicUrl, 'content-type': 'application/json', ...headers },
  })
  return {
    status: response.statusCode,
    body: response.json<{ code: string; message: string; fields?: Record<string, string> }>(),
  }
}

async function countProfiles(): Promise<number> {
  const rows = await site.database.ownerDb.selectFrom('profiles').select('id').execute()
  return rows.length
}

test.each([
  'role',
  'app_metadata',
  'user_metadata',
  'is_admin',
  'id',
  'member_id',
  'status',
  'first_purchase_done',
  'created_at',
])('refuses a signup that brings %s along', async (field) => {
  const before = await countProfiles()
  const { status, body } = await post('/api/auth/sign-up', JSON.stringify({ ...signUpForm(site), [field]: 'admin' }))
  expect([status, body.code, body.fields]).toEqual([400, 'invalid_request', { [field]: neutral }])
  expect(await countProfiles()).toBe(before)
})

test.each(['__proto__', 'constructor', 'prototype'])('refuses the key %s anywhere in a body', async (key) => {
  const before = await countProfiles()
  const form = JSON.stringify(signUpForm(site))
  for (const text of [`${form.slice(0, -1)},"${key}":{"polluted":1}}`, form.replace('"London"', `{"${key}":1}`)]) {
    expect((await post('/api/auth/sign-up', text)).body).toMatchObject({ code: 'invalid_request', message: neutral })
  }
  expect(await countProfiles()).toBe(before)
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
})

test.each(['{"email":{"$ne":""},"password":true,"portal":"member"}', '[]', '"text"', 'null', '42', '{', ''])(
  'refuses the body %s',
  async (text) => {
    expect((await post('/api/auth/sign-in', text)).body.code).toBe('invalid_request')
  },
)

test('names every bad field with its first sentence', async () => {
  const { body } = await call(site, signUp, {
    body: { ...signUpForm(site), fullName: 'R2 D2', city: ' ', password: 'short', packageId: 7 as unknown as string },
  })
  expect(body).toEqual({
    code: 'invalid_request',
    message: 'Must contain only letters.',
    fields: {
      fullName: 'Must contain only letters.',
      city: 'City is required.',
      password: 'Password must be at least 8 characters',
      packageId: 'Please select a membership package to continue.',
      retypePassword: 'Passwords do not match',
    },
    faults: {
      fullName: { code: 'lettersOnly' },
      city: { code: 'required', values: { field: 'City' } },
      password: { code: 'passwordShort' },
      packageId: { code: 'packageNeeded' },
      retypePassword: { code: 'passwordsDiffer' },
    },
  })
  const unknown = await call(site, signIn, {
    body: { email: 'a@example.org', password: 'x', portal: 'side door' as 'member' },
  })
  expect(unknown.body.fields).toEqual({ portal: neutral })
})

test.each([
  ['text/plain', 415],
  ['application/x-www-form-urlencoded', 415],
  ['multipart/form-data; boundary=x', 415],
  ['application/json garbage', 415],
  ['application/jsonp', 415],
  ['Application/JSON ; charset=utf-8', 400],
])('reads JSON only: %s answers %i', async (type, status) => {
  expect((await post('/api/auth/sign-in', '{}', { 'content-type': type })).status).toBe(status)
})

test('limits the size and depth of a body', async () => {
  expect((await post('/api/auth/sign-in', JSON.stringify({ email: 'x'.repeat(70_000) }))).body.code).toBe(
    'body_too_large',
  )
  const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`
  expect((await post('/api/auth/sign-in', `{"email":${deep}}`)).body.code).toBe('invalid_request')
})

test.each(['1e4', '10000.0', '10000.5', '"10000"', '1e400', '-10000', 'null', '99999999999999999999'])(
  'takes an amount of coins as a plain whole number, not %s',
  async (amount) => {
    const { status } = await post('/api/buy-requests', `{"amount_coins":${amount}}`, {
      cookie: member.cookie,
      'idempotency-key': randomUUID(),
    })
    expect([400, 422]).toContain(status)
    if (amount !== '-10000') expect(status).toBe(400)
    expect(await site.database.ownerDb.selectFrom('ledger.requests').select('id').execute()).toEqual([])
  },
)

test.each([undefined, '', 'once', '42'])('a call that moves money needs a key that is a UUID, not %s', async (key) => {
  const { status, body } = await call(
    site,
    submitBuyRequest,
    { body: { amount_coins: 10_000 } },
    { cookie: member.cookie, ...(key !== undefined && { headers: { 'idempotency-key': key } }) },
  )
  expect([status, body.code]).toEqual([400, 'idempotency_key_required'])
})

test('answers only what the schema declares', async () => {
  const { body } = await call(site, getProfile, { params: { userId: member.userId } }, member)
  expect(Object.keys(body).toSorted()).toEqual(Object.keys(getProfile.output.shape).toSorted())
})

test('an unexpected failure gives one neutral sentence, and its cause is in the log alone', async () => {
  await site.database.owner.query('ALTER TABLE packages RENAME TO packages_away')
  const { status, body, headers } = await call(site, listPackages, {})
  await site.database.owner.query('ALTER TABLE packages_away RENAME TO packages')
  const fault = { code: 'internal_error', values: { reference: String(headers['x-request-id']) } } as const
  expect([status, body]).toEqual([500, { ...fault, message: sentenceOf(fault) }])
  expect(site.logged.join('')).toContain('42P01')
})

test('a database timeout gives an unknown outcome, to be tried again', async () => {
  const holder = await site.database.owner.connect()
  await holder.query('BEGIN; LOCK TABLE packages')
  const { status, body, headers } = await call(site, listPackages, {})
  await holder.query('ROLLBACK')
  holder.release()
  expect([status, body.code, headers['retry-after']]).toEqual([503, 'outcome_unknown', '1'])
})

test('answers known paths with their methods alone', async () => {
  const ask = async (method: 'GET' | 'POST' | 'DELETE' | 'PATCH', url: string, headers = {}) =>
    site.app.inject({ method, url, headers: { origin: publicUrl, ...headers } })
  expect((await ask('GET', '/api/nothing')).statusCode).toBe(404)
  expect((await ask('GET', '/api/nothing')).json()).toMatchObject({ code: 'not_found' })
  const wrong = await ask('GET', '/api/auth/sign-in')
  expect([wrong.statusCode, wrong.headers.allow, wrong.json()]).toMatchObject([
    405,
    'POST',
    { code: 'method_not_allowed' },
  ])
  expect((await ask('DELETE', '/api/packages')).statusCode).toBe(405)
  expect((await ask('GET', '/api/auth/sign-out', { 'x-http-method-override': 'POST' })).statusCode).toBe(405)
  expect((await ask('GET', '/api/auth/session/x.css')).statusCode).toBe(404)
  expect((await ask('GET', '/api/%zz')).statusCode).toBe(400)
  expect((await ask('GET', '/api/packages?sort=password_hash')).statusCode).toBe(400)
})
