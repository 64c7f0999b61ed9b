import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/helpers/app.ts'
import { readConfig } from '../config.ts'

const publicUrl = 'https://coins.example.org'
const path = '/.well-known/security.txt'
const dayMs = 24 * 60 * 60 * 1000
let site: TestApp
let silent: TestApp
beforeAll(async () => {
  site = await createTestApp({ PUBLIC_URL: publicUrl, SECURITY_CONTACT: 'security@example.org' })
  silent = await createTestApp({ PUBLIC_URL: publicUrl })
})
afterAll(async () => {
  await site.close()
  await silent.close()
})

test('an installation with a contact publishes it, for less than a year', async () => {
  const { statusCode, headers, body } = await site.app.inject(path)
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  const lines = body.split('\n')
  const expires = lines[1]?.replace(/^Expires: /, '') ?? ''
  expect(lines).toEqual([
    'Contact: mailto:security@example.org',
    `Expires: ${new Date(expires).toISOString()}`,
    'Preferred-Languages: en, de, es, ar',
    `Canonical: ${publicUrl}${path}`,
    '',
  ])
  const daysLeft = (Date.parse(expires) - Date.now()) / dayMs
  expect(Math.round(daysLeft)).toBe(180)
})

test('an installation without a contact has no such file', async () => {
  expect((await silent.app.inject(path)).statusCode).toBe(404)
})

test('a contact is a mail address or an https address, in one line', () => {
  const read = (contact: string) => readConfig({ SECURITY_CONTACT: contact }).securityContact
  expect(read('https://example.org/security')).toBe('https://example.org/security')
  expect(read('')).toBeUndefined()
  const wrong = [
    'http://example.org',
    'security',
    'a@b',
    'a@example.org\nContact: mailto:b@example.org',
    'javascript:1',
  ]
  for (const contact of wrong) expect(() => read(contact)).toThrow('SECURITY_CONTACT: expected a mail address')
})

test('an answer to a malformed address has the headers that protect every other answer', async () => {
  const { statusCode, headers } = await silent.app.inject('/api/%zz')
  expect(statusCode).toBe(400)
  expect(headers).toMatchObject({
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
  })
})
