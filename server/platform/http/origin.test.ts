import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMember, createTestApp, publicUrl, type Person, type TestApp } from '../../../tests/helpers/app.ts'

let site: TestApp
let member: Person
beforeAll(async () => {
  site = await createTestApp()
  member = await createMember(site)
})
afterAll(async () => site.close())

async function send(headers: Record<string, string>, url = '/api/auth/session') {
  const response = await site.app.inject({ method: 'POST', url, headers: { cookie: member.cookie, ...headers } })
  return response.statusCode === 403 ? response.json<{ code: string }>().code : response.statusCode
}

describe('a call that changes something must come from this site', () => {
  test.each<[string, Record<string, string>]>([
    ['no word about its origin', {}],
    ['an opaque origin', { origin: 'null' }],
    ['another site', { origin: 'https://evil.example' }],
    ['a look-alike', { origin: `${publicUrl}.evil.example` }],
    ['the https twin', { origin: publicUrl.replace('http', 'https') }],
    ['another port', { origin: 'http://localhost:3001' }],
    ['a cross-site fetch', { origin: publicUrl, 'sec-fetch-site': 'cross-site' }],
    ['a sister site', { origin: publicUrl, 'sec-fetch-site': 'same-site' }],
    ['a typed address', { 'sec-fetch-site': 'none' }],
  ])('refuses %s', async (_, headers) => {
    expect(await send(headers)).toBe('foreign_origin')
    expect(await send({ ...headers, 'content-type': 'text/plain' }, '/api/auth/sign-in')).toBe('foreign_origin')
  })

  test.each<[string, Record<string, string>]>([
    ['its own origin', { origin: publicUrl }],
    ['a fetch of its own page', { 'sec-fetch-site': 'same-origin' }],
  ])('accepts %s', async (_, headers) => {
    expect(await send(headers)).toBe(200)
  })
})

test('allows no other site to read its answers', async () => {
  for (const origin of ['https://evil.example', 'null', publicUrl]) {
    const { headers } = await site.app.inject({ url: '/api/packages', headers: { origin } })
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  }
  const preflight = await site.app.inject({
    method: 'OPTIONS',
    url: '/api/auth/sign-in',
    headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
  })
  expect([preflight.statusCode, preflight.headers['access-control-allow-origin']]).toEqual([405, undefined])
})
