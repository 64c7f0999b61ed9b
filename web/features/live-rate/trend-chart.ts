import type { Bounds } from './live-trend.ts'

/** The administrators' chart: ten heights from 10 to 90, oldest first. */
export const chartPointCount = 10
export const chartBounds: Bounds = { low: 10, high: 90 }

export const levelChart: readonly number[] = Array.from({ length: chartPointCount }, () => 50)

/**
 * Returns the chart of the polled rates. The lowest rate is at the bottom, the highest at the top. Equal rates make a
 * level line.
 */
export function chartOf(rates: readonly number[]): readonly number[] {
  const latest = rates.slice(-chartPointCount)
  const first = latest[0]
  if (first === undefined) return levelChart
  const [low, high] = [Math.min(...latest), Math.max(...latest)]
  if (low === high) return levelChart
  const { low: bottom, high: top } = chartBounds
  const heights = latest.map((rate) => bottom + ((rate - low) / (high - low)) * (top - bottom))
  const before = Array.from({ length: chartPointCount - heights.length }, () => heights[0] ?? bottom)
  return [...before, ...heights]
}
