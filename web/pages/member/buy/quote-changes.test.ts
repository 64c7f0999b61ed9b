import { expect, test } from 'vitest'
import type { BuyQuote } from '../../../../contract/buy-quote.ts'
import { quoteChanges } from './quote-changes.ts'

const quote: BuyQuote = {
  quote_id: 'a',
  amount_coins: '10000',
  package_id: '7b1d2c7e-98e2-4f3e-8f2f-0c1a9b1f3a11',
  package_name: 'Gold',
  bonus_coins: '2000',
  received_coins: '12000',
  amount_usd: '100',
  usdt_amount: '100.1001',
  usdt_tail: null,
  usdt_rate: '0.999',
  usdt_rate_is_fallback: false,
  usdt_rate_fetched_at: '2026-11-20T14:02:00Z',
  rate: '0.01',
}

test('a quote with a newer time alone has no changes', () => {
  expect(quoteChanges(quote, { ...quote, usdt_rate_fetched_at: '2026-11-20T15:02:00Z' })).toEqual([])
})

test('names each changed figure with its old and new value', () => {
  const dearer = { ...quote, quote_id: 'b', amount_usd: '110', usdt_amount: '110.1101' }
  expect(quoteChanges(quote, dearer)).toEqual([
    { name: 'You send', before: '100.1001\u00a0USDT', after: '110.1101\u00a0USDT' },
    { name: 'Price', before: '$100.00', after: '$110.00' },
  ])
  const withoutBonus = { ...quote, bonus_coins: '0', received_coins: '10000' }
  expect(quoteChanges(quote, withoutBonus).map(({ name }) => name)).toEqual(['Bonus', 'You receive'])
})

test('distinguishes a fallback rate from a read one, and shows every differing digit', () => {
  const standIn = { ...quote, usdt_rate: '1', usdt_rate_is_fallback: true, usdt_amount: '100' }
  expect(quoteChanges({ ...standIn, usdt_rate_is_fallback: false }, standIn)).toEqual([
    { name: 'USDT rate', before: '$1.0000', after: '$1.0000 (fallback)' },
  ])
  expect(quoteChanges(quote, { ...quote, usdt_rate: '0.99901' })).toEqual([
    { name: 'USDT rate', before: '$0.9990', after: '$0.99901' },
  ])
})
