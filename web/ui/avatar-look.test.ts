import { expect, test } from 'vitest'
import { avatarColour, initialsOf } from './avatar-look.ts'

test.each([
  ['Amara Osei', 'AO'],
  ['  amara   van der osei ', 'AO'],
  ['Cher', 'C'],
  ["O'Brien Ann", 'OA'],
  ['Nguyễn Thị Mai', 'NM'],
  ['(Ann) Lee', 'AL'],
  ['أمل حسن', 'أح'],
  ['', '?'],
  [' - ', '?'],
])('the initials of "%s" are %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})

test('a seed keeps its colour', () => {
  expect(avatarColour('ET-004182')).toBe(avatarColour('ET-004182'))
})
