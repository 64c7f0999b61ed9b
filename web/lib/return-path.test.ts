import { expect, test } from 'vitest'
import { toReturnPath } from './return-path.ts'

test('keeps a path of this site with its search and hash', () => {
  expect(toReturnPath('/dashboard/activity?type=buy#top')).toBe('/dashboard/activity?type=buy#top')
})

test.each([
  'https://evil.example/dashboard',
  '//evil.example',
  '/\\evil.example',
  '\\/evil.example',
  '/\t/evil.example',
  '/.//evil.example',
  '/dashboard/..//evil.example',
  '/./\\evil.example',
  'https:evil.example',
  '%2f%2fevil.example',
  'user@evil.example',
  'javascript:alert(1)',
  'dashboard',
  '',
  undefined,
  7,
])('leads nowhere for %j', (text) => {
  expect(toReturnPath(text)).toBeUndefined()
})
