import { QueryObserver } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { Decimal } from '../../../contract/money.ts'
import { globalStatsQuery, settingsQuery } from '../../lib/public-queries.ts'
import { queryClient } from '../../lib/query-client.ts'
import { rateOf } from '../../lib/platform-rate.ts'
import {
  boundsAround,
  simulatePoints,
  replaceNewestPoint,
  fluctuationMs,
  linePointCount,
  appendPoint,
  trendFromRandom,
  trendLineMs,
  trendOf,
  type Trend,
} from './live-trend.ts'
import { chartBounds, chartOf, chartPointCount, levelChart } from './trend-chart.ts'

/**
 * The state of the live rate and its indicator. The indicator is never a price: prices come from the polled rate alone.
 */
export interface LiveRateState {
  /** The platform's rate as polled, which is the number on the screen. Undefined until the first answer or failure. */
  rate: Decimal | undefined
  /** The time of the answer; 0 while the default rate stands in. */
  polledAt: number
  /** True if the last poll failed, so that the rate may have changed since. */
  isStale: boolean
  /** The heights of the small trend line in USD, oldest first. */
  points: readonly number[]
  /** The heights of the administrators' chart, oldest first. */
  chart: readonly number[]
  /** True if the indicator moves by simulation in this browser. */
  isSimulated: boolean
  isPaused: boolean
}

/** Returns the rate and its indicator. Only the component that calls this renders again at each tick. */
export function useLiveRate(): LiveRateState {
  return useSyncExternalStore(subscribe, readState, readState)
}

export function pauseMovement(isPaused: boolean): void {
  change({ isPaused })
}

let state: LiveRateState = {
  rate: undefined,
  polledAt: 0,
  isStale: false,
  points: levelLine(undefined),
  chart: levelChart,
  isSimulated: false,
  isPaused: false,
}
/** The line and the chart show these rates if nothing is simulated. */
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

/** Polls and ticks as long as a component listens. */
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
    const isStale = isError && data !== undefined
    // An old rate has no trend, so the line becomes level.
    if (isStale !== state.isStale) change({ isStale, ...(isStale ? level(state.rate) : beginAnew(state.isSimulated)) })
    if (isPending || (polledAt === state.polledAt && state.rate !== undefined)) return
    const before = state
    // The trend must not start from the default rate, which is no earlier rate.
    const isFirst = before.polledAt === 0
    const rate = rateOf(data)
    if (data) polledRates = [...polledRates, drawn(rate)].slice(-chartPointCount)
    change({ rate, polledAt })
    if (isFirst || !before.isSimulated) change(beginAnew(before.isSimulated))
    else followRate(drawn(before.rate), drawn(rate))
  }
  const isMoving = () => state.isSimulated && !state.isPaused && !state.isStale && state.rate && !document.hidden
  let ticks = 0
  const tick = () => {
    ticks += 1
    const isThird = ticks % (trendLineMs / fluctuationMs) === 0
    simulate(trendFromRandom(Math.random()), isThird ? appendPoint : replaceNewestPoint)
  }
  const timer = setInterval(() => isMoving() && tick(), fluctuationMs)
  const stops = [settings.subscribe(decide), stats.subscribe(takeRate)]
  calm.addEventListener('change', decide)
  // A component is being mounted at this moment and must not hear of a change yet.
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

/** Moves the simulated line towards a newly polled rate. */
function followRate(previous: number, rate: number): void {
  if (rate !== previous) simulate(rate > previous ? 'up' : 'down', appendPoint)
}

/** Moves the line and the chart together to the same side, as one arrow elsewhere on the page describes both. */
function simulate(side: Trend, step: typeof appendPoint): void {
  const points = step(state.points, side, Math.random(), boundsAround(drawn(state.rate)))
  change({ points, chart: appendPoint(state.chart, trendOf(points) ?? side, Math.random(), chartBounds) })
}

type Lines = Pick<LiveRateState, 'points' | 'chart'>

function beginAnew(isSimulated: boolean): Lines {
  if (!isSimulated) return { points: lineOf(polledRates), chart: chartOf(polledRates) }
  const side = trendFromRandom(Math.random())
  return {
    points: simulatePoints(levelLine(state.rate), side, Math.random, boundsAround(drawn(state.rate))),
    chart: simulatePoints(levelChart, side, Math.random, chartBounds),
  }
}

function level(rate: Decimal | undefined): Lines {
  return { points: levelLine(rate), chart: levelChart }
}

function levelLine(rate: Decimal | undefined): readonly number[] {
  return Array.from({ length: linePointCount }, () => drawn(rate))
}

/** Returns the line of the polled rates. Missing earlier points take the height of the first one. */
function lineOf(rates: readonly number[]): readonly number[] {
  const latest = rates.slice(-linePointCount)
  return [...Array.from({ length: linePointCount - latest.length }, () => latest[0] ?? 0), ...latest]
}

/** Returns the height of a rate. It is only drawn and never calculated with. */
function drawn(rate: Decimal | undefined): number {
  return Number(rate ?? 0)
}
