import { compare, fromUnits, toUnits, type Decimal } from '../../../contract/money.ts'
import { transactionDaysMax, transactionDaysDefault } from '../../../contract/endpoints/transactions.ts'
import type { TransactionDays } from '../../../contract/transactions.ts'

export type DayTotals = TransactionDays['days'][number]

export interface DayBars {
  /** SVG paths in a square of 100 by 100. Coins in stand above the middle line, coins out hang below it. */
  inPath: string
  outPath: string
  /** The height of the middle line. */
  zeroY: number
  /** Round values at the ends that have room for a label beside the middle line. */
  ticks: { value: Decimal; side: 'in' | 'out'; y: number }[]
}

/** Draws the days side by side, in order. Both directions have the same scale. */
export function drawDays(days: readonly DayTotals[]): DayBars {
  const top = roundUp(highest(days.map(({ coins_in }) => coins_in)))
  const bottom = roundUp(highest(days.map(({ coins_out }) => coins_out)))
  const height = top + bottom
  // Only the place on the screen is a fraction; amounts stay exact.
  const part = (units: bigint) => (units === 0n ? 0 : Math.max(leastPart, Number((units * 10_000n) / height) / 100))
  const zeroY = height === 0n ? 50 : part(top)
  const step = 100 / days.length
  const bar = (index: number, y: number) => {
    const [from, to] = [round((index + 0.14) * step), round((index + 0.86) * step)]
    return `M${from} ${round(zeroY)}V${round(y)}H${to}V${round(zeroY)}Z`
  }
  const path = (units: bigint[], towards: -1 | 1) =>
    units.map((one, index) => (one === 0n ? '' : bar(index, zeroY + towards * part(one)))).join('')
  const ends = [
    { units: top, side: 'in', y: 0 },
    { units: bottom, side: 'out', y: 100 },
  ] as const
  return {
    inPath: path(
      days.map(({ coins_in }) => toUnits(coins_in)),
      -1,
    ),
    outPath: path(
      days.map(({ coins_out }) => toUnits(coins_out)),
      1,
    ),
    zeroY: round(zeroY),
    ticks: ends
      .filter(({ units, y }) => units > 0n && Math.abs(y - zeroY) >= tickRoom)
      .map(({ units, side, y }) => ({ value: fromUnits(units), side, y })),
  }
}

/** Returns the sums of all days, and the days with the most coins in and out. Of equal days it is the latest. */
export function summariseDays(days: readonly DayTotals[]) {
  const sum = (amounts: Decimal[]) => fromUnits(amounts.reduce((total, amount) => total + toUnits(amount), 0n))
  const most = (side: 'coins_in' | 'coins_out') =>
    days.reduce<DayTotals | undefined>(
      (found, day) => (found && compare(day[side], found[side]) < 0 ? found : day),
      undefined,
    )
  return {
    coins_in: sum(days.map(({ coins_in }) => coins_in)),
    coins_out: sum(days.map(({ coins_out }) => coins_out)),
    count: days.reduce((total, { count }) => total + count, 0),
    mostIn: most('coins_in'),
    mostOut: most('coins_out'),
  }
}

interface DayRange {
  from: string
  to: string
  /** True if more days were requested than are drawn. The range then holds the last of them. */
  isCut: boolean
}

/**
 * Returns the days to draw for a filter: at most a year, and the last thirty without dates. Null if the range has no
 * days, or only days to come.
 */
export function chartRange(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  today: string,
): DayRange | null {
  // No coins have moved on days to come.
  const last = to !== undefined && to < today ? to : today
  const earliest = dayBefore(last, transactionDaysMax - 1)
  const first = from ?? dayBefore(last, transactionDaysDefault - 1)
  if (first > last) return null
  return first < earliest ? { from: earliest, to: last, isCut: true } : { from: first, to: last, isCut: false }
}

/** The least height of a bar in percent of the chart, so that every bar is visible. */
const leastPart = 1
/** The least distance of a label from the middle line, in percent. With less, it would stand on that line. */
const tickRoom = 14
const dayMs = 86_400_000

function dayBefore(day: string, days: number): string {
  return new Date(Date.parse(day) - days * dayMs).toISOString().slice(0, 10)
}

function highest(amounts: Decimal[]): bigint {
  return amounts.map(toUnits).reduce((most, units) => (units > most ? units : most), 0n)
}

const mantissas = [10n, 15n, 20n, 25n, 30n, 40n, 50n, 75n]

/** Rounds up to the next round value of two digits at most. */
function roundUp(units: bigint): bigint {
  if (units === 0n) return 0n
  for (let scale = 1n; ; scale *= 10n) {
    const found = mantissas.find((mantissa) => mantissa * scale >= units)
    if (found !== undefined) return found * scale
  }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
