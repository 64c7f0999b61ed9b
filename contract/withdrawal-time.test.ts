import { expect, test } from 'vitest'
import { dueAt, promisedHours } from './withdrawal-time.ts'

test.each([
  ['24 hours', 24],
  ['6 h', 6],
  ['48h', 48],
  ['1 hour', 1],
  ['within 24 hours', 24],
  ['1 day', 24],
  ['1.5 days', 36],
  ['1,5 Tage', 36],
  ['24-hour payout', 24],
  ['1 to 2 days', 48],
  ['1–2 days', 48],
  ['12 hours, 2 days at the weekend', 48],
  ['24 Stunden', 24],
  ['3 Tagen', 72],
])('"%s" promises %i hours', (words, hours) => {
  expect(promisedHours(words)).toBe(hours)
})

test.each([
  '',
  'a day',
  'at once',
  'soon',
  '24',
  '2 business days',
  '3 Werktage',
  '30 minutes',
  '5 dogs',
  '4 hamsters',
])('"%s" promises no countable time', (words) => {
  expect(promisedHours(words)).toBeNull()
  expect(dueAt('2026-11-20T14:02:00Z', words)).toBeNull()
})

test('the promised time starts with the request', () => {
  expect(dueAt('2026-11-20T14:02:00Z', '24 hours')).toEqual(new Date('2026-11-21T14:02:00Z'))
  expect(dueAt('2026-11-20T14:02:00Z', null)).toBeNull()
})
