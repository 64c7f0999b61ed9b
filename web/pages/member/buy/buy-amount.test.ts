import { expect, test } from 'vitest'
import { readBuyAmount } from './buy-amount.ts'

test('refuses amounts below 1000 and other texts [BUY-14]', () => {
  const refusal = { error: 'Please enter a valid ET amount (minimum 1000).' }
  for (const text of ['', 'abc', '999', '0', '0.5', '1e6']) {
    expect(readBuyAmount(text)).toEqual(refusal)
  }
})

test('refuses amounts between the steps of 1000 [BUY-13]', () => {
  expect(readBuyAmount('1500')).toEqual({ error: 'Amount must be in multiples of 1000.' })
  expect(readBuyAmount('1000.5')).toEqual({ error: 'Amount must be in multiples of 1000.' })
  expect(readBuyAmount('12,000')).toEqual({ coins: 12_000 })
  expect(readBuyAmount('1000')).toEqual({ coins: 1000 })
})

test('refuses negative and too large amounts, each with its own text', () => {
  expect(readBuyAmount('-1000')).toEqual({ error: 'The amount cannot be negative.' })
  const huge = { error: 'Please enter at most 1,000,000,000,000 coins.' }
  expect(readBuyAmount('9999999999999999')).toEqual(huge)
  expect(readBuyAmount('1000000000000')).toEqual({ coins: 1_000_000_000_000 })
})
