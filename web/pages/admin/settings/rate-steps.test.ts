import { expect, test } from 'vitest'
import { drawRate, rateSteps } from './rate-steps.ts'

const change = (created_at: string, old_rate: string, new_rate: string) => ({ created_at, old_rate, new_rate })
const now = new Date('2026-03-11T00:00:00Z')

test('a history becomes steps from the oldest to the present', () => {
  const history = [change('2026-03-06T00:00:00Z', '0.02', '0.015'), change('2026-03-01T00:00:00Z', '0.01', '0.02')]
  const steps = rateSteps(history)
  expect(steps.map(({ rate }) => rate)).toEqual(['0.02', '0.015'])
  const line = drawRate(steps, '0.01', now)
  expect(line.path).toBe('M0 95H10V5H55V50H100')
  expect([line.lowest.rate, line.highest.rate]).toEqual(['0.01', '0.02'])
})

test('the smallest difference of two rates is visible as a step', () => {
  const steps = rateSteps([change('2026-03-01T00:00:00Z', '0.01', '0.01000001')])
  expect(drawRate(steps, '0.01', now).path).toBe('M0 95H10V5H100')
})

test('a change at the present moment stays within the chart', () => {
  const steps = rateSteps([change(now.toISOString(), '5', '1')])
  expect(drawRate(steps, '5', now).path).toBe('M0 5H10V95H100')
})
