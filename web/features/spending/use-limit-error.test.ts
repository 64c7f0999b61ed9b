import { expect, test } from 'vitest'
import { limitError } from './use-limit-error.ts'

test('an amount above the limit of a request gets an error with the limit', () => {
  expect(limitError('100000000', '0.01', '1000000')).toBeUndefined()
  const fault = 'One request can be worth at most $1,000,000.00. Please choose a smaller amount.'
  expect(limitError('100001000', '0.01', '1000000')).toBe(fault)
  // The value is rounded as on the server.
  expect(limitError('1000', '0.00100499', '1')).toBeUndefined()
})
