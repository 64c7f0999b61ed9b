import { QueryObserver } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { Decimal } from '../../../contract/money.ts'
import { globalStatsQuery, settingsQuery } from '../../lib/public-queries.ts'
import { queryClient } from '../../lib/query-client.ts'
import { rateOf } from '../../lib/platform-rate.ts'
import {
  around,
  begin,
  flutter,
  fluctuationMs,
  linePointCount,
  moveOn,
  sideOf,
  trendLineMs,
  trendOf,
  type Trend,
} from './live-trend.ts'
import { chartBounds, chartOf, chartPointCount, levelChart } from './trend-chart.ts'

/** What the indicator shows. None of it is a price: prices are the polled rate alone. */
export interface LiveRateState {
  /** The platform's rate, as polled; the number that is shown. Undefined until the first answer, or failure. */
  rate: Decimal | undefined
  /** 0 as long as the rate is the default, because none was returned. */
  polledAt: number
  /** The last poll failed, so the rate may have changed since. */
  isOld: boolean
  /** Heights of the small trend line in USD, oldest first. */
  points: readonly number[]
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
  rate: undefined,
  polledAt: 0,
  isOld: false,
  points: levelLine(undefined),
  chart: levelChart,
  isSimulated: false,
  isPaused: false,
}
/** What line and chart show when nothing is simulated. */
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
    // What was drawn last is no trend of a rate that nobody knows.
    if (isOld !== state.isOld) change({ isOld, ...(isOld ? level(state.rate) : beginAnew(state.isSimulated)) })
    if (isPending || (polledAt === state.polledAt && state.rate !== undefined)) return
    const before = state
    // A default is no earlier rate that the trend could have come from.
    const isFirst = before.polledAt === 0
    const rate = rateOf(data)
    if (data) polledRates = [...polledRates, drawn(rate)].slice(-chartPointCount)
    change({ rate, polledAt })
    if (isFirst || !before.isSimulated) change(beginAnew(before.isSimulated))
    else followRate(drawn(before.rate), drawn(rate))
  }
  const isMoving = () => state.isSimulated && !state.isPaused && !state.isOld && state.rate && !document.hidden
  let ticks = 0
  const tick = () => {
    ticks += 1
    const isThird = ticks % (trendLineMs / fluctuationMs) === 0
    simulate(sideOf(Math.random()), isThird ? moveOn : flutter)
  }
  const timer = setInterval(() => isMoving() && tick(), fluctuationMs)
  const stops = [settings.subscribe(decide), stats.subscribe(takeRate)]
  calm.addEventListener('change', decide)
  // The first look happens while a component is being mounted, which must not hear of a change in the middle of it.
  queueMicrotask(() => {
    decide()
    takeRate()
  })
  return () => {
    clearInterval(timer)
    for (const stopObserver of stops) stopObserver()
    calm.removeEventListener('change', decide)
  }
}

/** Another rate was polled while the indicator is simulated: the line leads to it. */
function followRate(previous: number, rate: number): void {
  if (rate !== previous) simulate(rate > previous ? 'up' : 'down', moveOn)
}

/** Line and chart at once, and to the same side: the arrow elsewhere on the page stands for both. */
function simulate(side: Trend, step: typeof moveOn): void {
  const points = step(state.points, side, Math.random(), around(drawn(state.rate)))
  change({ points, chart: moveOn(state.chart, trendOf(points) ?? side, Math.random(), chartBounds) })
}

type Lines = Pick<LiveRateState, 'points' | 'chart'>

function beginAnew(isSimulated: boolean): Lines {
  if (!isSimulated) return { points: lineOf(polledRates), chart: chartOf(polledRates) }
  const side = sideOf(Math.random())
  return {
    points: begin(levelLine(state.rate), side, Math.random, around(drawn(state.rate))),
    chart: begin(levelChart, side, Math.random, chartBounds),
  }
}

function level(rate: Decimal | undefined): Lines {
  return { points: levelLine(rate), chart: levelChart }
}

function levelLine(rate: Decimal | undefined): readonly number[] {
  return Array.from({ length: linePointCount }, () => drawn(rate))
}

/** The polled rates alone; before the first of them it was as level as nobody knows better. */
function lineOf(rates: readonly number[]): readonly number[] {
  const latest = rates.slice(-linePointCount)
  return [...Array.from({ length: linePointCount - latest.length }, () => latest[0] ?? 0), ...latest]
}

/** A height for the line, which is only drawn and never calculated with. */
function drawn(rate: Decimal | undefined): number {
  return Number(rate ?? 0)
}
