import { compare, fromUnits, toUnits, type Decimal } from '../../../../contract/money.ts'

/** A balance and the moment from which it counts, until the next point. */
export interface BalancePoint {
  at: string
  balance_coins: Decimal
}

export interface BalanceLine {
  /** An SVG path in a square of 100 by 100, in steps. */
  path: string
  /**
   * The same path closed along the bottom. It is null if the axis does not start at zero, as an area would exaggerate
   * changes then.
   */
  area: string | null
  /** The position of each point in the square. */
  places: { x: number; y: number }[]
  /** Two or three round values, from the bottom up. */
  ticks: { value: Decimal; y: number }[]
}

export interface BalanceSummary {
  first: BalancePoint
  last: BalancePoint
  lowest: BalancePoint
  highest: BalancePoint
}

/** Draws the balance over time. The points come in order, at least one. */
export function drawBalance(points: readonly BalancePoint[]): BalanceLine {
  const { first, last, lowest, highest } = summariseBalance(points)
  const start = Date.parse(first.at)
  const spanMs = Date.parse(last.at) - start
  const axis = chooseAxis(toUnits(lowest.balance_coins), toUnits(highest.balance_coins))
  const height = axis.top - axis.bottom
  // Only the place on the screen is a fraction; amounts stay exact.
  const toY = (units: bigint) => round(100 - Number(((units - axis.bottom) * 10_000n) / height) / 100)

  const places = points.map(({ at, balance_coins }) => ({
    x: spanMs === 0 ? 100 : round(((Date.parse(at) - start) / spanMs) * 100),
    y: toY(toUnits(balance_coins)),
  }))
  const steps = places.slice(1).map(({ x, y }) => `H${x}V${y}`)
  const path = `M0 ${places[0]?.y}${steps.join('')}H100`
  return {
    path,
    area: axis.bottom === 0n ? `${path}V100H0Z` : null,
    places,
    ticks: axis.ticks.map((units) => ({ value: fromUnits(units), y: toY(units) })),
  }
}

/** Returns the balances for the sentence about the line. Of equal ones the latest counts. */
export function summariseBalance(points: readonly BalancePoint[]): BalanceSummary {
  const [first, last] = [points.at(0), points.at(-1)]
  if (!first || !last) throw new Error('a balance line needs a point')
  const extreme = (sign: 1 | -1) =>
    points.reduce((found, point) => (compare(point.balance_coins, found.balance_coins) === -sign ? found : point))
  return { first, last, lowest: extreme(-1), highest: extreme(1) }
}

export interface BalanceChange extends BalancePoint {
  /** Null for the first row, as the balance before it is unknown. */
  change: Decimal | null
}

/** Returns the rows of the table: the first point, and each one that differs from the point before. */
export function balanceChanges(points: readonly BalancePoint[]): BalanceChange[] {
  return points.flatMap((point, index): BalanceChange[] => {
    const before = points[index - 1]
    if (!before) return [{ ...point, change: null }]
    const change = toUnits(point.balance_coins) - toUnits(before.balance_coins)
    return change === 0n ? [] : [{ ...point, change: fromUnits(change) }]
  })
}

/** Returns the index of the latest point that is not after a place between 0 and 100. */
export function pointIndexAt(places: BalanceLine['places'], x: number): number {
  return Math.max(
    0,
    places.findLastIndex((place) => place.x <= x),
  )
}

const maxIntervals = 2n
const mantissas = [10n, 15n, 20n, 25n, 30n, 40n, 50n, 75n]
// Coins have at most four decimals, and a unit is the eighth decimal.
const smallestStep = 1000n

/**
 * Returns an axis of round values around a range. It starts at zero unless that would press the line against the top.
 */
function chooseAxis(lowest: bigint, highest: bigint): { bottom: bigint; top: bigint; ticks: bigint[] } {
  const floor = lowest === highest || lowest * 10n <= highest * 6n ? 0n : lowest
  for (let scale = smallestStep; ; scale *= 10n) {
    for (const mantissa of mantissas) {
      const step = scale * mantissa
      const [from, to] = [floor / step, (highest + step - 1n) / step]
      if (to - from > maxIntervals) continue
      const last = to === from ? from + 1n : to
      const ticks = []
      for (let tick = from; tick <= last; tick += 1n) ticks.push(tick * step)
      return { bottom: from * step, top: last * step, ticks }
    }
  }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
