import type { Bounds } from './live-trend.ts'

/** The chart of the administrators: ten heights within 10 and 90, oldest first. */
export const chartPointCount = 10
export const chartBounds: Bounds = { low: 10, high: 90 }

export const levelChart: readonly number[] = Array.from({ length: chartPointCount }, () => 50)

/** The chart of polled rates: the lowest at the bottom, the highest at the top; a rate that has not moved is level. */
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
