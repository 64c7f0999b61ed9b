import { afterEach, expect, test, vi } from 'vitest'
import type { Catalogue } from './translate.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

async function load(catalogue?: Catalogue) {
  if (catalogue) vi.stubGlobal('catalogue', catalogue)
  vi.resetModules()
  return import('./translate.ts')
}

const german: Catalogue = {
  language: 'de',
  direction: 'ltr',
  texts: {
    'Sent to {name}.': 'An {name} gesendet.',
    'of a request|Open': 'Offen',
    '{count} coins': { one: '{count} Münze', other: '{count} Münzen' },
  },
}

test('English texts are those in the code', async () => {
  const { t, tc, tn, language } = await load()
  expect(language).toBe('en')
  expect(t('Sent to {name}.', { name: 'Kaela' })).toBe('Sent to Kaela.')
  expect(t('{missing} stays', {})).toBe('{missing} stays')
  expect(tc('of a request', 'Open')).toBe('Open')
  expect([0, 1, 2, 999, 1000, 1234, -5, 1.5].map((count) => tn('{count} coin', '{count} coins', count))).toEqual([
    '0 coins',
    '1 coin',
    '2 coins',
    '999 coins',
    '1,000 coins',
    '1,234 coins',
    '-5 coins',
    '1.5 coins',
  ])
})

test('another language takes its texts from its catalogue, and missing texts are in English', async () => {
  const { t, tc, tn } = await load(german)
  expect(t('Sent to {name}.', { name: '{name}' })).toBe('An {name} gesendet.')
  expect(tc('of a request', 'Open')).toBe('Offen')
  expect(t('Open')).toBe('Open')
  expect(t('constructor')).toBe('constructor')
  expect([1, 1234].map((count) => tn('{count} coin', '{count} coins', count))).toEqual(['1 Münze', '1.234 Münzen'])
  expect(tn('{count} day', '{count} days', 2)).toBe('2 days')
})

test('each language has its own plural forms', async () => {
  const texts = {
    '{count} days': { one: 'يوم', two: 'يومان', few: '{count} أيام', many: '{count} يومًا', other: '{count} يوم' },
  }
  const { tn } = await load({ language: 'ar-EG', direction: 'rtl', texts })
  const say = (count: number) => tn('{count} day', '{count} days', count)
  expect([1, 2, 3, 11].map(say)).toEqual(['يوم', 'يومان', '3 أيام', '11 يومًا'])
})

test('a value keeps its own order in a text from right to left', async () => {
  const texts = { 'Took {coins} from {name}.': 'خصم {coins} من {name}.' }
  const { t, withoutIsolates } = await load({ language: 'ar', direction: 'rtl', texts })
  const text = t('Took {coins} from {name}.', { coins: '−1,000 ET', name: 'Ada' })
  expect(text).toBe('خصم \u2068−1,000 ET\u2069 من \u2068Ada\u2069.')
  expect(withoutIsolates(text)).toBe('خصم −1,000 ET من Ada.')
  expect(t('Open {link}', { link: 'https://et.example/a#b' })).toBe('Open https://et.example/a#b')
  expect(t('{none}', { none: '' })).toBe('')
  // A unit stays at the right of its number, as in all other amounts.
  expect(t('({share}% or {coins} ET)', { share: 20, coins: '500' })).toBe('(\u206820%\u2069 or \u2068500 ET\u2069)')
})

test.each(['ar', 'ar-EG', 'fa'])('numbers have the digits 0 to 9 in %s', async (language) => {
  const { t } = await load({ language, direction: 'rtl', texts: {} })
  expect(t('{count} coins', { count: 1234567 })).toMatch(/^1\D234\D567 coins$/)
})
