import { expect, test } from 'vitest'
import { rateOf } from './platform-rate.ts'

test('the rate is the one that was returned, and 0.01 where none was [RATE-17]', () => {
  expect(rateOf({ et_rate: '0.0125' })).toBe('0.0125')
  expect(rateOf({})).toBe('0.01')
  expect(rateOf(undefined)).toBe('0.01')
})
