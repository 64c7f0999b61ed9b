import { expect, test } from 'vitest'
import { readBuyAmount } from './buy-amount.ts'

test('refuses amounts below 1000 and what is no amount [BUY-14]', () => {
  const refusal = { error: 'Please enter a valid ET amount (minimum 1000).' }
  for (const text of ['', 'abc', '999', '0', '-1000', '1e6', '1000.5', '9999999999999999']) {
    expect(readBuyAmount(text)).toEqual(refusal)
  }
})

test('refuses amounts between the steps of 1000 [BUY-13]', () => {
  expect(readBuyAmount('1500')).toEqual({ error: 'Amount must be in multiples of 1000.' })
  expect(readBuyAmount('12,000')).toEqual({ coins: 12_000 })
  expect(readBuyAmount('1000')).toEqual({ coins: 1000 })
})
