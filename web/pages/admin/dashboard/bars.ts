import type { PlatformHistory } from '../../../../contract/dashboards.ts'
import { fromUnits, toUnits, type Decimal } from '../../../../contract/money.ts'

type Day = PlatformHistory['days'][number]

/** One bar of a chart: a day, or a week if the days are too many. */
export interface DaySpan extends Omit<Day, 'day'> {
  /** The first and the last day as YYYY-MM-DD, both included. */
  from: string
  to: string
}

/** More bars than this would be too thin to point at. */
const mostDays = 100
const weekDays = 7

/** Returns one span a day, or one for every seven days if they are very many. The server then sends whole weeks. */
export function toDaySpans(days: readonly Day[]): DaySpan[] {
  const size = days.length > mostDays ? weekDays : 1
  return Array.from({ length: Math.ceil(days.length / size) }, (_, index) =>
    sumDays(days.slice(index * size, (index + 1) * size)),
  )
}

/** Sums up days in order, at least one, as one span. */
export function sumDays(days: readonly Day[]): DaySpan {
  const [first, last] = [days.at(0), days.at(-1)]
  if (!first || !last) throw new Error('a span needs a day')
  const sum = (name: 'purchases_coins' | 'purchases_usd' | 'withdrawals_coins'): Decimal =>
    fromUnits(days.reduce((total, day) => total + toUnits(day[name]), 0n))
  return {
    from: first.day,
    to: last.day,
    purchases_coins: sum('purchases_coins'),
    purchases_usd: sum('purchases_usd'),
    withdrawals_coins: sum('withdrawals_coins'),
    new_members: days.reduce((total, day) => total + day.new_members, 0),
    members: last.members,
  }
}

export interface Bars {
  /** An SVG path in a square of 100 by 100. The bars stand on its bottom. */
  path: string
  /**
   * The index of the highest bar, which reaches the top. It is the latest of equal ones, and undefined if all are zero.
   */
  highest: number | undefined
}

export function drawBars(values: readonly Decimal[]): Bars {
  const units = values.map(toUnits)
  const top = units.reduce((most, one) => (one > most ? one : most), 0n)
  if (top === 0n) return { path: '', highest: undefined }
  const step = 100 / units.length
  // Only the place on the screen is a fraction; amounts stay exact. The smallest amount stays visible.
  const toY = (one: bigint) => Math.min(99, round(100 - Number((one * 10_000n) / top) / 100))
  const bar = (one: bigint, index: number) =>
    one === 0n ? '' : `M${round((index + 0.14) * step)} 100V${toY(one)}H${round((index + 0.86) * step)}V100Z`
  return { path: units.map(bar).join(''), highest: units.lastIndexOf(top) }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
