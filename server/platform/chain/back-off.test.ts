import { expect, test } from 'vitest'
import { createBackOff } from './back-off.ts'
import { createCallBudget } from './call-budget.ts'
import { Unchecked } from './unchecked.ts'

function setUp(random = 0) {
  let time = 0
  const backOff = createBackOff({ now: () => time, random: () => random })
  const isReady = () => {
    try {
      backOff.assertReady()
      return true
    } catch {
      return false
    }
  }
  /** Returns the wait after a failure, in milliseconds. */
  const waitAfter = (failure: Unchecked) => {
    backOff.failed(failure)
    const start = time
    while (!isReady()) time += 500
    return time - start
  }
  return { backOff, waitAfter }
}

test('each refusal doubles the wait, up to ten minutes, and a success begins anew', () => {
  const { backOff, waitAfter } = setUp()
  const refusal = new Unchecked('rate_limited')
  expect(Array.from({ length: 6 }, () => waitAfter(refusal))).toEqual([
    30_000, 60_000, 120_000, 240_000, 480_000, 600_000,
  ])
  backOff.succeeded()
  expect(waitAfter(refusal)).toBe(30_000)
})

test('other faults wait a shorter time, and a wait that the provider names is kept', () => {
  expect(setUp().waitAfter(new Unchecked('timed_out'))).toBe(5_000)
  expect(setUp().waitAfter(new Unchecked('overloaded', { retryAfterMs: 90_000 }))).toBe(90_000)
  expect(setUp().waitAfter(new Unchecked('overloaded', { retryAfterMs: 1_000 }))).toBe(30_000)
})

test('chance makes a wait up to half as long again', () => {
  expect(setUp(0.999).waitAfter(new Unchecked('busy'))).toBe(45_000)
})

test('a budget never gives more calls than this in any minute', async () => {
  let time = 0
  const budget = createCallBudget(3, () => time)
  const takeAt = async (seconds: number) => {
    time = seconds * 1000
    return budget.take()
  }
  const given = []
  for (const seconds of [0, 20, 40, 41, 59, 60, 61, 80, 81]) given.push(await takeAt(seconds))
  expect(given).toEqual([true, true, true, false, false, true, false, true, false])
})
