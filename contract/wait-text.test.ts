import { expect, test } from 'vitest'
import { tooManyAttemptsText, waitText } from './wait-text.ts'

test.each([
  [0, '1 second'],
  [1, '1 second'],
  [59, '59 seconds'],
  [60, '1 minute'],
  [61, '2 minutes'],
  [3600, '1 hour'],
  [3601, '2 hours'],
])('%d s is %s', (seconds, text) => {
  expect(waitText(seconds)).toBe(text)
})

test('the message for too many attempts names the time until the next try', () => {
  expect(tooManyAttemptsText(2_580)).toBe('Too many attempts. You can try again in 43 minutes.')
})
