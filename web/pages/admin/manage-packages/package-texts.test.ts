import { expect, test } from 'vitest'
import { deletionText, referencesText } from './package-texts.ts'

test.each([
  [0, 0, 'No members and no requests'],
  [1, 1, '1 member and 1 request'],
  [1234, 10_000, '1,234 members and 10,000 requests'],
  [10_001, 0, 'More than 10,000 members and no requests'],
])('%i members and %i requests are written as a text', (members, requests, text) => {
  expect(referencesText({ member_count: members, request_count: requests })).toBe(text)
})

test.each([
  [0, 0, /^No member and no request refers to it, so it is removed altogether\.$/],
  [1, 0, /^1 member and no requests refer to it\. They keep it/],
  [2, 3, /^2 members and 3 requests refer to it\. They keep it/],
])('the deletion of a package of %i members and %i requests explains its result', (members, requests, text) => {
  expect(deletionText({ member_count: members, request_count: requests })).toMatch(text)
})
