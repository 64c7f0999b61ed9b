import { compare, type Decimal } from '../../../contract/money.ts'

export type Trend = 'up' | 'down'

/** What the indicator shows. None of it is a price: prices are the polled rate alone. */
export interface LiveTrend {
  /** Null while nothing has moved yet. */
  trend: Trend | null
  /** The cosmetic part of the live rate in USD, within ±0.0005. */
  fluctuation: number
  /** Heights of the small trend line, oldest first. */
  points: readonly number[]
}

/** How far the simulated movement goes to either side, in USD. */
export const fluctuationLimit = 0.0005
export const fluctuationMs = 1000
export const trendLineMs = 3000
const pointCount = 9

export const steady: LiveTrend = { trend: null, fluctuation: 0, points: Array.from({ length: pointCount }, () => 0) }

/** The polled rate rose or fell. */
export function followRate(state: LiveTrend, previous: Decimal, rate: Decimal): LiveTrend {
  const direction = compare(rate, previous)
  if (direction === 0) return state
  return { ...state, trend: direction > 0 ? 'up' : 'down' }
}

/** Every second: another fluctuation, which also turns the trend. `random` is within 0 and 1. */
export function flutter(state: LiveTrend, random: number): LiveTrend {
  const fluctuation = (random * 2 - 1) * fluctuationLimit
  return { ...state, fluctuation, trend: fluctuation < 0 ? 'down' : 'up' }
}

/** A line to begin with, around a value. `random` gives numbers within 0 and 1. */
export function beginLine(state: LiveTrend, value: number, random: () => number): LiveTrend {
  return { ...state, points: state.points.map(() => value + flutter(state, random()).fluctuation) }
}

/** Every three seconds: the trend line moves on by one value. */
export function shiftLine(state: LiveTrend, value: number): LiveTrend {
  return { ...state, points: [...state.points.slice(1), value] }
}
