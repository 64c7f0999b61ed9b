import { QueryObserver } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { Decimal } from '../../../contract/money.ts'
import { globalStatsQuery, settingsQuery } from '../../lib/queries.ts'
import { queryClient } from '../../lib/query-client.ts'
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

export interface LiveRateState extends LiveTrend {
  /** The platform's rate, as polled; the number that is shown. */
  rate: Decimal | undefined
  polledAt: number
  /** Whether the indicator moves by simulation at all, here and now. */
  isSimulated: boolean
  isPaused: boolean
}

/** The rate and its indicator. Only the component that calls this renders again when it ticks. */
export function useLiveRate(): LiveRateState {
  return useSyncExternalStore(subscribe, () => state)
}

export function pauseMovement(isPaused: boolean): void {
  change({ isPaused })
}

let state: LiveRateState = { ...steady, rate: undefined, polledAt: 0, isSimulated: false, isPaused: false }
const listeners = new Set<() => void>()
let stop: (() => void) | undefined

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
    const { data, dataUpdatedAt: polledAt } = stats.getCurrentResult()
    if (!data || polledAt === state.polledAt) return
    const rate = data.et_rate
    if (state.rate === undefined) {
      change({ rate, polledAt })
      change(beginAnew(state.isSimulated))
      return
    }
    const moved = followRate(state, state.rate, rate)
    // Without simulation the line shows the polled rates.
    change({ ...(state.isSimulated ? moved : shiftLine(moved, drawn(rate))), rate, polledAt })
  }
  const isMoving = () => state.isSimulated && !state.isPaused && !document.hidden
  const timers = [
    setInterval(() => isMoving() && change(flutter(state, Math.random())), fluctuationMs),
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

function beginAnew(isSimulated: boolean): LiveTrend {
  return beginLine({ ...steady, trend: state.trend }, drawn(state.rate), isSimulated ? Math.random : () => 0.5)
}

/** A height for the line, which is only drawn and never calculated with. */
function drawn(rate: Decimal | undefined): number {
  return Number(rate ?? 0)
}
