/** Returns the index of the bar at a place, from 0 at the start of the chart to 1 at the end. */
export function barIndexAt(count: number, share: number): number {
  return Math.min(count - 1, Math.max(0, Math.floor(share * count)))
}
