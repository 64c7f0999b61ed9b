export type Trend = 'up' | 'down'

/** The greatest distance of the simulated movement from the rate, in USD. */
export const fluctuationLimit = 0.0005
export const fluctuationMs = 1000
export const trendLineMs = 3000
export const linePointCount = 9

/** The limits of the simulated points. */
export interface Bounds {
  low: number
  high: number
}

/**
 * Returns the direction of the latest step of the points, or null if they are level. The word beside a line uses the
 * same points, so the two always agree.
 */
export function trendOf(points: readonly number[]): Trend | null {
  const at = points.findLastIndex((point, index) => index > 0 && point !== points[index - 1])
  if (at < 0) return null
  return Number(points[at]) > Number(points[at - 1]) ? 'up' : 'down'
}

/**
 * Returns the next point, on the given side of the first and the last one. So the line as a whole has the direction of
 * its latest step. If there is no room on that side, the point goes to the other. `random` is from 0 to 1.
 */
export function nextPoint(earlier: readonly number[], side: Trend, random: number, { low, high }: Bounds): number {
  const ends = [earlier[0] ?? low, earlier.at(-1) ?? low]
  const [bottom, top] = [Math.min(...ends), Math.max(...ends)]
  // The share is never the whole room, so that some is left after many steps to one side.
  const share = 0.2 + 0.6 * random
  // Points that were drawn around another rate may lie outside of the limits.
  const [floor, ceiling] = [Math.max(top, low), Math.min(bottom, high)]
  const up = top < high ? floor + (high - floor) * share : undefined
  const down = bottom > low ? ceiling - (ceiling - low) * share : undefined
  return (side === 'up' ? (up ?? down) : (down ?? up)) ?? (low + high) / 2
}

/** Replaces the newest point, every second. */
export function replaceNewestPoint(
  points: readonly number[],
  side: Trend,
  random: number,
  bounds: Bounds,
): readonly number[] {
  return shift(points.slice(0, -1), side, random, bounds)
}

/** Moves the line on: adds a newest point and drops the oldest. */
export function appendPoint(points: readonly number[], side: Trend, random: number, bounds: Bounds): readonly number[] {
  return shift(points.slice(1), side, random, bounds)
}

/** Makes a line or chart to begin with, as if it had moved before. Its latest step goes to the given side. */
export function simulatePoints(
  level: readonly number[],
  side: Trend,
  random: () => number,
  bounds: Bounds,
): readonly number[] {
  const before = level
    .slice(1)
    .reduce((points) => appendPoint(points, trendFromRandom(random()), random(), bounds), level)
  return appendPoint(before, side, random(), bounds)
}

export function trendFromRandom(random: number): Trend {
  return random < 0.5 ? 'down' : 'up'
}

/** Returns the limits of the simulation around a rate. */
export function boundsAround(rate: number): Bounds {
  return { low: rate - fluctuationLimit, high: rate + fluctuationLimit }
}

function shift(earlier: readonly number[], side: Trend, random: number, bounds: Bounds): readonly number[] {
  return [...earlier, nextPoint(earlier, side, random, bounds)]
}
