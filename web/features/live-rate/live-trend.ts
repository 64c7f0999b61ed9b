export type Trend = 'up' | 'down'

/** How far the simulated movement goes to either side, in USD. */
export const fluctuationLimit = 0.0005
export const fluctuationMs = 1000
export const trendLineMs = 3000
export const linePointCount = 9

/** Between these what is simulated stays. */
export interface Bounds {
  low: number
  high: number
}

/**
 * The trend of what is drawn: where its latest step went, or null where it is level. The word beside a line comes from the
 * very points of the line, so the two cannot disagree.
 */
export function trendOf(points: readonly number[]): Trend | null {
  const at = points.findLastIndex((point, index) => index > 0 && point !== points[index - 1])
  if (at < 0) return null
  return Number(points[at]) > Number(points[at - 1]) ? 'up' : 'down'
}

/**
 * A point to follow others, on one side of them. It goes beyond the first and the last of them, so that the line as a whole
 * leads to where its latest step went; where there is no room for that, to the other side. `random` is within 0 and 1.
 */
export function nextPoint(earlier: readonly number[], side: Trend, random: number, { low, high }: Bounds): number {
  const ends = [earlier[0] ?? low, earlier.at(-1) ?? low]
  const [bottom, top] = [Math.min(...ends), Math.max(...ends)]
  // Never all of the room, so that some is left however long it goes one way.
  const share = 0.2 + 0.6 * random
  // What was drawn around another rate may lie outside.
  const [floor, ceiling] = [Math.max(top, low), Math.min(bottom, high)]
  const up = top < high ? floor + (high - floor) * share : undefined
  const down = bottom > low ? ceiling - (ceiling - low) * share : undefined
  return (side === 'up' ? (up ?? down) : (down ?? up)) ?? (low + high) / 2
}

/** Every second: another newest value in the place of the one before. */
export function flutter(points: readonly number[], side: Trend, random: number, bounds: Bounds): readonly number[] {
  return shift(points.slice(0, -1), side, random, bounds)
}

/** The line moves on: a newest value comes, and the oldest goes. */
export function moveOn(points: readonly number[], side: Trend, random: number, bounds: Bounds): readonly number[] {
  return shift(points.slice(1), side, random, bounds)
}

/** A line or chart to begin with, as if it had moved before; its latest step goes to one side. */
export function begin(level: readonly number[], side: Trend, random: () => number, bounds: Bounds): readonly number[] {
  const before = level.slice(1).reduce((points) => moveOn(points, sideOf(random()), random(), bounds), level)
  return moveOn(before, side, random(), bounds)
}

export function sideOf(random: number): Trend {
  return random < 0.5 ? 'down' : 'up'
}

/** As far from a rate as the simulation goes. */
export function around(rate: number): Bounds {
  return { low: rate - fluctuationLimit, high: rate + fluctuationLimit }
}

function shift(earlier: readonly number[], side: Trend, random: number, bounds: Bounds): readonly number[] {
  return [...earlier, nextPoint(earlier, side, random, bounds)]
}
