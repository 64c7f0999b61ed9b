import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

async function load(language: string) {
  vi.stubGlobal('catalogue', { language, direction: 'ltr', texts: {} })
  vi.resetModules()
  return { ...(await import('./money.ts')), ...(await import('./typed-number.ts')) }
}

const threeDecimals = fc.bigInt({ min: -(10n ** 6n), max: 10n ** 6n }).map((thousandths) => thousandths * 10n ** 5n)

describe.each(['en', 'de', 'es', 'fr', 'de-CH', 'pt-BR', 'ar', 'ar-EG', 'ar-XB-u-nu-latn'])(
  'in the language %s',
  (language) => {
    test('a written number is read as the same number', async () => {
      const { compare, formatDecimal, fromUnits, readTypedNumber, toTypedNumber } = await load(language)
      fc.assert(
        fc.property(fc.oneof(fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }), threeDecimals), (units) => {
          const value = fromUnits(units)
          expect(compare(readTypedNumber(toTypedNumber(value)) ?? 'none', value)).toBe(0)
          // A text with two readings is refused.
          const isAmbiguous = /^-?[1-9]\d{0,2}\.\d{3}$/.test(value)
          expect(readTypedNumber(formatDecimal(value, 0, 8))).toBe(isAmbiguous ? undefined : value)
        }),
      )
    })
  },
)

test.each([
  ['1500', '1500'],
  ['1,500', '1500'],
  [' 1 500 ', '1500'],
  ['1\u202f500', '1500'],
  ['1,500.25', '1500.25'],
  ['.5', '0.5'],
  ['−3', '-3'],
  ['1,50', undefined],
  ['1,5000', undefined],
  ['1.500,25', undefined],
  ['0,025', undefined],
  ['1,', undefined],
  ['', undefined],
  ['.', undefined],
  ['-', undefined],
  ['1e3', undefined],
  ['1.000', undefined],
  ['1.0000', '1.0000'],
  ['10 00', undefined],
  ['1 000,000', undefined],
])('English reads %j as %j', async (text, number) => {
  const { readTypedNumber } = await load('en')
  expect(readTypedNumber(text)).toBe(number)
})

test.each([
  ['1.500', '1500'],
  ['1.500.000', '1500000'],
  ['1.500,25', '1500.25'],
  ['0,01', '0.01'],
  [',5', '0.5'],
  ['1500.25', undefined],
  ['0.01', undefined],
  ['0.025', undefined],
  ['01.500', undefined],
  ['1.50', undefined],
  ['1,500.25', undefined],
])('German reads %j as %j', async (text, number) => {
  const { readTypedNumber } = await load('de')
  expect(readTypedNumber(text)).toBe(number)
})

test.each([
  ['1.500', '1500'],
  ['1.500,25', '1500.25'],
  ['1 500,25', '1500.25'],
  ['0,01', '0.01'],
  ['1500.25', undefined],
  ['1,500.25', undefined],
])('Spanish reads %j as %j', async (text, number) => {
  const { readTypedNumber } = await load('es')
  expect(readTypedNumber(text)).toBe(number)
})

test.each([
  ['١٥٠٠', '1500'],
  ['١٬٥٠٠', '1500'],
  ['١٢٬٥٠٠٫٥٠', '12500.50'],
  ['٠٫٠٢٥', '0.025'],
  ['\u200f١٬٥٠٠', '1500'],
  ['1,500.25', '1500.25'],
  ['١,٥٠٠.٢٥', '1500.25'],
  ['−٣', '-3'],
  ['۱۲۳', '123'],
  // The comma of Arabic sentences may stand for either sign.
  ['١،٥', undefined],
  ['١٬٥', undefined],
  ['١٫٥٠٠', undefined],
  ['1.500', undefined],
  ['1.500,25', undefined],
])('Arabic reads %j as %j', async (text, number) => {
  const { readTypedNumber } = await load('ar')
  expect(readTypedNumber(text)).toBe(number)
})

test('Arabic amounts stand in marks that keep their sign and unit in place', async () => {
  vi.stubGlobal('catalogue', { language: 'ar', direction: 'rtl', texts: {} })
  vi.resetModules()
  const { formatCoins, formatCompactUsd, formatUsd } = await import('./money.ts')
  const { readTypedNumber } = await import('./typed-number.ts')
  vi.unstubAllGlobals()
  expect(formatUsd('1234.5')).toBe('\u20661,234.50\u00a0$\u2069')
  expect(formatCompactUsd('1200000')).toMatch(/^\u2066.*1\.2.*M\u00a0\$\u2069$/)
  expect(formatCoins('-1500')).toBe('\u2066−1,500\u2069')
  expect(formatCoins('1500')).toBe('1,500')
  expect(readTypedNumber(formatCoins('-1500'))).toBe('-1500')
})

test('Arabic says why a number with the comma of sentences is not read', async () => {
  const { typedNumberFault } = await load('ar')
  expect(typedNumberFault('١،٥')).toContain('12,500.50')
  expect(typedNumberFault('ألف')).toBeUndefined()
})

test('the digits of every script are read', async () => {
  const { readTypedNumber } = await load('en')
  const scripts = new Set<string>()
  for (let code = 0; code <= 0x10ffff; code += 1) {
    const digit = String.fromCodePoint(code)
    if (!/\p{Nd}/u.test(digit)) continue
    const ten = Array.from({ length: 10 }, (_, step) => String.fromCodePoint(code + step)).join('')
    if (readTypedNumber(digit) === '0') {
      expect(readTypedNumber(ten)).toBe('0123456789')
      scripts.add(digit)
    }
  }
  for (const zero of ['0', '٠', '۰', '०', '０']) expect(scripts).toContain(zero)
  expect(scripts.size).toBeGreaterThan(60)
})

test('a number above the maximum of the field is read in one way only', async () => {
  const { readTypedNumber, typedNumberFault } = await load('en')
  expect(readTypedNumber('33.333', { max: '1000' })).toBe('33.333')
  expect(readTypedNumber('1.000', { max: '1000' })).toBeUndefined()
  expect(typedNumberFault('33.333', { max: '1000' })).toBeUndefined()
})

test.each([
  ['en', '1,500.25', '1.500,25'],
  ['en', '0.025', '0,025'],
  ['en', '1,5', '1.5'],
  ['de', '1.500,25', '1.500,25'],
  ['ar', '1,500.25', '1.500,25'],
  ['es', '1.500,25', '1.500,25'],
  ['en', 'as before', 'as before'],
])('a number typed in %s as %j becomes %j in German', async (before, text, after) => {
  const { convertTypedNumber: retypeNumber } = await load('de')
  expect(retypeNumber(text, before)).toBe(after)
})

test('German writes figures as Germans do', async () => {
  const { formatCoins, formatCompact, formatCompactUsd, formatRate, formatUsd, formatUsdt } = await load('de')
  expect([formatCoins('-1234567.5'), formatUsdt('50'), formatUsd('-1234.5'), formatRate('0.01', 5)]).toEqual([
    '−1.234.567,5',
    '50,0000',
    '−1.234,50\u00a0$',
    '0,01000\u00a0$',
  ])
  expect([formatCompact('1250000'), formatCompactUsd('950')]).toEqual(['1,3M', '950\u00a0$'])
})
