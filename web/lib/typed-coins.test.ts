import { expect, test } from 'vitest'
import { readCoins } from './typed-coins.ts'

test.each([
  ['12000', '12000'],
  ['12,000', '12000'],
  [' 12 000 ', '12000'],
  ['12\u202f000', '12000'],
  ['1500.5', '1500.5'],
  ['-1000', '-1000'],
  ['', null],
  ['1e3', null],
  ['0x3e8', null],
  ['1000 ET', '1000'],
  ['1000.00', '1000'],
  ['1.000', null],
  ['1.123456789', '1.123456789'],
])('reads %j as %j', (text, coins) => {
  expect(readCoins(text)).toBe(coins)
})
