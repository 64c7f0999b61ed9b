import { QueryObserver } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { Decimal } from '../../../contract/money.ts'
import { globalStatsQuery, settingsQuery } from '../../lib/public-queries.ts'
import { queryClient } from '../../lib/query-client.ts'
import { rateOf } from '../../lib/platform-rate.ts'
import {
  beginLine,
  flutter,
  fluctuationMs,
  followRate,
  shiftLine,
  steady,
  trendLineMs,
  type LiveTrend,
} from './live-trend.ts'
import { beginChart, chartOf, chartPointCount, levelChart, moveChart } from './trend-chart.ts'

export interface LiveRateState extends LiveTrend {
  /** The platform's rate, as polled; the number that is shown. Undefined until the first answer, or failure. */
  rate: Decimal | undefined
  /** 0 as long as the rate is the default, because none was returned. */
  polledAt: number
  /** The last poll failed, so the rate may have changed since. */
  isOld: boolean
  /** Heights of the administrators' chart, oldest first. */
  chart: readonly number[]
  /** Whether the indicator moves by simulation at all, here and now. */
  isSimulated: boolean
  isPaused: boolean
}

/** The rate and its indicator. Only the component that calls this renders again when it ticks. */
export function useLiveRate(): LiveRateState {
  return useSyncExternalStore(subscribe, readState, readState)
}

export function pauseMovement(isPaused: boolean): void {
  change({ isPaused })
}

let state: LiveRateState = {
  ...steady,
  rate: undefined,
  polledAt: 0,
  isOld: false,
  chart: levelChart,
  isSimulated: false,
  isPaused: false,
}
/** What the chart shows when nothing is simulated. */
let polledRates: readonly number[] = []
const listeners = new Set<() => void>()
let stop: (() => void) | undefined

function readState(): LiveRateState {
  return state
}

function change(part: Partial<LiveRateState>) {
  state = { ...state, ...part }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  stop ??= start()
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    stop?.()
    stop = undefined
  }
}

/** Polls and ticks as long as somebody looks. */
function start(): () => void {
  const calm = matchMedia('(prefers-reduced-motion: reduce)')
  const settings = new QueryObserver(queryClient, settingsQuery)
  const stats = new QueryObserver(queryClient, globalStatsQuery)
  const decide = () => {
    const isSimulated = settings.getCurrentResult().data?.simulated_movement === true && !calm.matches
    if (isSimulated !== state.isSimulated) change({ ...beginAnew(isSimulated), isSimulated })
  }
  const takeRate = () => {
    const { data, dataUpdatedAt: polledAt, isPending, isError } = stats.getCurrentResult()
    const isOld = isError && data !== undefined
    // What was simulated last is no trend of a rate that nobody knows.
    if (isOld !== state.isOld) change({ isOld, ...(state.isSimulated && { trend: null }) })
    if (isPending || (polledAt === state.polledAt && state.rate !== undefined)) return
    const rate = rateOf(data)
    // A default is no earlier rate that the trend could have come from.
    const isFirst = state.polledAt === 0
    if (data) polledRates = [...polledRates, drawn(rate)].slice(-chartPointCount)
    change({ ...(isFirst ? {} : moveOn(rate)), rate, polledAt })
    if (isFirst) change(beginAnew(state.isSimulated))
  }
  const isMoving = () => state.isSimulated && !state.isPaused && !state.isOld && !document.hidden
  // Both at once, because whoever shows them is drawn again for each change, and to the same side: the arrow stands beside
  // the chart.
  const tick = () => {
    const random = Math.random()
    change({ ...flutter(state, random), chart: moveChart(state.chart, random) })
  }
  const timers = [
    setInterval(() => isMoving() && tick(), fluctuationMs),
    setInterval(
      () => isMoving() && change(shiftLine(state, drawn(state.rate) + flutter(state, Math.random()).fluctuation)),
      trendLineMs,
    ),
  ]
  const stops = [settings.subscribe(decide), stats.subscribe(takeRate)]
  calm.addEventListener('change', decide)
  // The first look happens while a component is being mounted, which must not hear of a change in the middle of it.
  queueMicrotask(() => {
    decide()
    takeRate()
  })
  return () => {
    timers.forEach(clearInterval)
    for (const stopObserver of stops) stopObserver()
    calm.removeEventListener('change', decide)
  }
}

/** Another rate was polled. Without simulation line and chart show the polled rates. */
function moveOn(rate: Decimal): Partial<LiveRateState> {
  const moved = followRate(state, state.rate ?? rate, rate)
  return state.isSimulated ? moved : { ...shiftLine(moved, drawn(rate)), chart: chartOf(polledRates) }
}

function beginAnew(isSimulated: boolean): Pick<LiveRateState, 'chart' | keyof LiveTrend> {
  const line = beginLine({ ...steady, trend: state.trend }, drawn(state.rate), isSimulated ? Math.random : () => 0.5)
  return { ...line, chart: isSimulated ? beginChart(Math.random) : chartOf(polledRates) }
}

/** A height for the line, which is only drawn and never calculated with. */
function drawn(rate: Decimal | undefined): number {
  return Number(rate ?? 0)
}
