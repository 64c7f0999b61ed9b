import { compare, toUnits, type Decimal } from '../../../../contract/money.ts'

/** A rate and the moment from which it counts, until the next step. */
export interface RateStep {
  at: string
  rate: Decimal
}

export interface RateLine {
  /** An SVG path in a square of 100 by 100, in steps. */
  path: string
  lowest: RateStep
  highest: RateStep
}

/**
 * Returns the steps of the rate, oldest first, from its changes, newest first. Before the first step, the old rate of
 * the oldest change counted.
 */
export function rateSteps(
  changes: readonly { old_rate: Decimal; new_rate: Decimal; created_at: string }[],
): RateStep[] {
  return changes.map(({ new_rate: rate, created_at: at }) => ({ at, rate })).toReversed()
}

/**
 * Draws the steps up to now. They come oldest first, at least one. Only the place on the screen is a fraction; rates
 * stay exact.
 */
export function drawRate(steps: readonly RateStep[], before: Decimal, now: Date): RateLine {
  const [first, last] = [steps[0], steps.at(-1)]
  if (!first || !last) throw new Error('a line of the rate needs a step')
  const start = Date.parse(first.at)
  // The time before the first step takes a tenth of the width, however long it was. The reader's clock may be behind.
  const spanMs = Math.max(1, now.getTime() - start, Date.parse(last.at) - start)
  const toX = (at: string) => round(10 + ((Date.parse(at) - start) / spanMs) * 90)
  const extreme = (sign: 1 | -1) =>
    steps.reduce((found, step) => (compare(step.rate, found.rate) === sign ? step : found), {
      at: first.at,
      rate: before,
    })
  const [lowest, highest] = [extreme(-1), extreme(1)]
  const [bottom, top] = [toUnits(lowest.rate), toUnits(highest.rate)]
  const height = top - bottom
  const toY = (rate: Decimal) =>
    height === 0n ? 50 : round(95 - Number(((toUnits(rate) - bottom) * 9000n) / height) / 100)
  const path = steps.map(({ at, rate }) => `H${toX(at)}V${toY(rate)}`).join('')
  return { path: `M0 ${toY(before)}${path}H100`, lowest, highest }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
