import { expect, test } from 'vitest'
import type { MembershipPackage } from '../../../contract/packages.ts'
import { quoteBuy, readBuyAmount } from './buy-quote.ts'

const gold: MembershipPackage = {
  id: '7b1d2c7e-98e2-4f3e-8f2f-0c1a9b1f3a11',
  package_name: 'Gold',
  min_coin_purchase: '10000',
  coin_price: '0.01',
  bonus_percentage: '20',
  bonus_coins: '2000',
  total_coins: '12000',
  total_price: '100',
  withdrawal_time: '24 hours',
  withdrawal_rules: null,
  icon: 'Crown',
  created_at: '2026-01-01T00:00:00Z',
}
const prices = { topupCoinPrice: '0.01', usdtRate: '1' }

test('prices the own amount of a package as the package, with its bonus', () => {
  expect(quoteBuy(10_000, { ...gold, total_price: '95' }, prices)).toEqual({
    boughtPackage: { ...gold, total_price: '95' },
    coins: '10000',
    bonusCoins: '2000',
    receivedCoins: '12000',
    usd: '95',
    usdt: '95',
  })
})

test('prices any other amount as a top-up without bonus', () => {
  const quote = quoteBuy(11_000, gold, prices)
  expect(quote).toMatchObject({ boughtPackage: null, bonusCoins: '0', receivedCoins: '11000', usd: '110', usdt: '110' })
  expect(quoteBuy(10_000, null, prices)).toMatchObject({ boughtPackage: null, bonusCoins: '0', usd: '100' })
})

test('divides the USD by the rate of USDT, to 4 decimals [BUY-04]', () => {
  expect(quoteBuy(5000, null, { topupCoinPrice: '0.01', usdtRate: '0.9987' }).usdt).toBe('50.0651')
})

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
