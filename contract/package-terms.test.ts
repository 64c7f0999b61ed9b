import { expect, test } from 'vitest'
import { gainAtOnce } from './package-terms.ts'

const platinum = { min_coin_purchase: '100000', coin_price: '0.01', bonus_percentage: '20' }

test.each([
  ['a gain is the bonus at the rate', platinum, '0.01', '200'],
  ['a rate below the price makes a loss', platinum, '0.008', '-40'],
  ['a bonus that makes up for the lower rate leaves nothing', { ...platinum, bonus_percentage: '25' }, '0.008', '0'],
  ['the gain of an enormous package is exact', { ...platinum, min_coin_purchase: '1000000000' }, '0.01', '2000000'],
])('%s', (_name, terms, rate, expected) => {
  expect(gainAtOnce(terms, rate, '0')).toBe(expected)
})

test('a bonus that has to mature is no gain at once', () => {
  expect(gainAtOnce(platinum, '0.01', '7')).toBe('0')
  expect(gainAtOnce(platinum, '0.012', '7')).toBe('200')
})
