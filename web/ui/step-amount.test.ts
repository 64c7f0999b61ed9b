import { expect, test } from 'vitest'
import { stepAmount } from './step-amount.ts'

const thousands = { step: 1000, min: 1000 }

test.each([
  ['5000', 1, '6000'],
  ['5000', -1, '4000'],
  ['5,500', 1, '6000'],
  ['5500', -1, '5000'],
  ['', 1, '1000'],
  ['', -1, '1000'],
  ['abc', 1, '1000'],
  ['5000.5', 1, '1000'],
  ['900719925474099100000', 1, '900719925474099101000'],
] as const)('from "%s" by %i to %s', (text, direction, next) => {
  expect(stepAmount(text, direction, thousands)).toBe(next)
})

test('stays within the bounds', () => {
  expect(stepAmount('1000', -1, thousands)).toBe('1000')
  expect(stepAmount('4500', 1, { step: 1000, max: 4500 })).toBe('4500')
  expect(stepAmount('0', -1, { step: 1000 })).toBe('0')
})
