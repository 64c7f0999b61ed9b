import { expect, test, vi } from 'vitest'
import { avatarColour, initialsOf } from './avatar-display.ts'

test.each([
  ['Amara Osei', 'AO'],
  ['  amara   van der osei ', 'AO'],
  ['Cher', 'C'],
  ["O'Brien Ann", 'OA'],
  ['Nguyễn Thị Mai', 'NM'],
  ['(Ann) Lee', 'AL'],
  ['أمل حسن', 'أح'],
  ['Đặng İpek', 'Đİ'],
  ['E\u0301lise A\u030angstro\u0308m', 'E\u0301A\u030a'],
  ['\u1112\u1161\u11ab \u0915\u094d\u0937', '\u1112\u1161\u11ab\u0915\u094d\u0937'],
  ['', '?'],
  [' - ', '?'],
])('the initials of "%s" are %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})

test('names in simple scripts do not load the rules of all scripts', () => {
  const rules = vi.spyOn(Intl, 'Segmenter')
  for (const name of ['Amara Osei', 'Łucja Wójcik', 'Özge Şahin', '3M']) initialsOf(name)
  expect(rules).not.toHaveBeenCalled()
  initialsOf('أمل')
  expect(rules).toHaveBeenCalledOnce()
  rules.mockRestore()
})

test('a seed keeps its colour', () => {
  expect(avatarColour('ET-004182')).toBe(avatarColour('ET-004182'))
})
