/** The chart of the administrators: ten heights within 10 and 90, oldest first. */
export const chartPointCount = 10
export const chartLow = 10
export const chartHigh = 90
const stepMax = 15

export const levelChart: readonly number[] = Array.from({ length: chartPointCount }, () => (chartLow + chartHigh) / 2)

/** Every second: one more height, a little above or below the last one. `random` is within 0 and 1. */
export function moveChart(points: readonly number[], random: number): readonly number[] {
  const last = points.at(-1) ?? (chartLow + chartHigh) / 2
  const next = last + (random * 2 - 1) * stepMax
  return [...points.slice(1), Math.min(chartHigh, Math.max(chartLow, next))]
}

/** A chart to begin with, as if it had moved before. */
export function beginChart(random: () => number): readonly number[] {
  return levelChart.reduce<readonly number[]>((points) => moveChart(points, random()), levelChart)
}

/** The chart of polled rates: the lowest at the bottom, the highest at the top; a rate that has not moved is level. */
export function chartOf(rates: readonly number[]): readonly number[] {
  const latest = rates.slice(-chartPointCount)
  const first = latest[0]
  if (first === undefined) return levelChart
  const [low, high] = [Math.min(...latest), Math.max(...latest)]
  if (low === high) return levelChart
  const heights = latest.map((rate) => chartLow + ((rate - low) / (high - low)) * (chartHigh - chartLow))
  const before = Array.from({ length: chartPointCount - heights.length }, () => heights[0] ?? chartLow)
  return [...before, ...heights]
}
