import { expect, test, vi } from 'vitest'
import { formatAgo, formatDay, formatRemaining, formatMoment, formatSpan } from './format-time.ts'

const now = new Date(2026, 10, 20, 16, 0, 30)

test('has the year only if it is not the present one', () => {
  expect(formatMoment(new Date(2026, 10, 20, 14, 2), now)).toBe('20 Nov, 14:02')
  expect(formatMoment(new Date(2025, 10, 2, 9, 5), now)).toBe('2 Nov 2025, 09:05')
})

test.each([
  [0, 'just now'],
  [59, 'just now'],
  [60, '1 m ago'],
  [59 * 60, '59 m ago'],
  [60 * 60, '1 h ago'],
  [118 * 60, '1 h 58 m ago'],
  [26 * 3600, '1 d 2 h ago'],
  [7 * 86_400, '7 d ago'],
  [-30, 'just now'],
])('%i seconds back is %s', (seconds, words) => {
  expect(formatAgo(new Date(now.getTime() - seconds * 1000), now)).toBe(words)
})

test.each([
  [24 * 3600, '1 d left'],
  [24 * 3600 - 1, '1 d left'],
  [23 * 3600 + 12 * 60, '23 h 12 m left'],
  [30, '1 m left'],
  [0, 'over now'],
  [-60, 'over now'],
])('the remaining time of %i seconds is %s', (seconds, text) => {
  expect(formatRemaining(new Date(now.getTime() + seconds * 1000), now)).toBe(text)
})

test('the text of a day is shorter the nearer it is', () => {
  const of = (text: string) => formatDay(new Date(text), new Date('2026-11-21T00:30'))
  expect(of('2026-11-21T00:00')).toBe('Today')
  expect(of('2026-11-20T23:59')).toBe('Yesterday')
  expect(of('2026-11-19T12:00')).toBe('Thursday 19 November')
  expect(of('2025-11-19T12:00')).toBe('Wednesday, 19 November 2025')
})

test('dates and spans are in the language of the page', async () => {
  const texts = { '{span} ago': 'vor {span}', '{hours} h': '{hours} Std.', '{minutes} m': '{minutes} Min.' }
  vi.stubGlobal('catalogue', { language: 'de', direction: 'ltr', texts })
  vi.stubGlobal('navigator', { languages: ['en-US', 'de-CH'] })
  vi.resetModules()
  const german = await import('./format-time.ts')
  vi.unstubAllGlobals()
  const [then, later] = [new Date('2026-11-20T14:02'), new Date('2026-11-20T16:00')]
  expect(new Intl.Locale(german.dateLocale).baseName).toBe('de-CH')
  expect(german.formatMoment(then, later)).toBe('20. Nov., 14:02')
  expect(german.formatAgo(then, later)).toBe('vor 1 Std. 58 Min.')
})

test.each(['ar', 'ar-EG', 'ar-SA'])(
  'dates of %s have Arabic words, the digits 0 to 9 and the common calendar',
  async (region) => {
    vi.stubGlobal('catalogue', { language: 'ar', direction: 'rtl', texts: {} })
    vi.stubGlobal('navigator', { languages: [region] })
    vi.resetModules()
    const arabic = await import('./format-time.ts')
    vi.unstubAllGlobals()
    const [then, later] = [new Date('2026-11-20T14:02'), new Date('2027-01-20T16:00')]
    expect(arabic.formatMoment(then, then)).toBe('20 نوفمبر، 02:02 م')
    expect(arabic.formatMoment(then, later)).toBe('20 نوفمبر 2026، 02:02 م')
  },
)

test.each([
  [0, '1 m'],
  [61, '2 m'],
  [3600, '1 h'],
  [3 * 3600 + 12 * 60 - 1, '3 h 12 m'],
  [24 * 3600, '1 d'],
  [24 * 3600 + 1, '1 d 1 h'],
  [72 * 3600, '3 d'],
  [7 * 86_400 + 1, '8 d'],
])('a span of %i seconds is within %s', (seconds, words) => {
  expect(formatSpan(seconds)).toBe(words)
})
