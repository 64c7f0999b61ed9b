import { expect, test } from 'vitest'
import { buildUrl } from './build-url.ts'

const decide = { path: '/api/requests/:userId/:requestId/decision' } as const

test('fills and encodes the parameters of a path', () => {
  expect(buildUrl(decide, { params: { userId: 'a/b', requestId: 'c d' } })).toBe('/api/requests/a%2Fb/c%20d/decision')
})

test('refuses a path with a parameter missing', () => {
  expect(() => buildUrl(decide, { params: { userId: 'a' } })).toThrow('requestId')
})

test('appends the query and leaves out what is undefined', () => {
  expect(buildUrl({ path: '/api/requests' }, { query: { kind: 'buy', cursor: undefined, limit: 5 } })).toBe(
    '/api/requests?kind=buy&limit=5',
  )
  expect(buildUrl({ path: '/api/requests' }, { query: { cursor: undefined } })).toBe('/api/requests')
})
