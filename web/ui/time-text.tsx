import { useSyncExternalStore } from 'react'
import { formatAgo, formatDay, formatExactMoment, formatRemaining, formatMoment } from './format-time.ts'

interface TimeTextProps {
  /** An ISO text or a date. */
  value: string | Date
  /** Adds "1 h 58 m ago" after the time. */
  relative?: boolean | undefined
  className?: string | undefined
}

/** A moment in the reader's own time zone. Its full form shows on hover. */
export function TimeText({ value, relative = false, className }: TimeTextProps) {
  const now = useNow()
  const moment = typeof value === 'string' ? new Date(value) : value
  return (
    <time dateTime={moment.toISOString()} title={formatExactMoment(moment)} className={className}>
      {formatMoment(moment, now)}
      {relative && <span className="text-ink-3"> · {formatAgo(moment, now)}</span>}
    </time>
  )
}

/** "Today" or another day, as a heading. */
export function DayText({ value }: { value: string }) {
  return formatDay(new Date(value), useNow())
}

/** "1 h 58 m ago" alone, for little room. The moment itself shows on hover. */
export function AgoText({ value, className }: Pick<TimeTextProps, 'value' | 'className'>) {
  const now = useNow()
  const moment = typeof value === 'string' ? new Date(value) : value
  return (
    <time dateTime={moment.toISOString()} title={formatExactMoment(moment)} className={className}>
      {formatAgo(moment, now)}
    </time>
  )
}

/** "23 h 12 m left", until a moment in the future. */
export function RemainingTimeText({ until, className }: { until: string; className?: string | undefined }) {
  const now = useNow()
  const moment = new Date(until)
  return (
    <time dateTime={moment.toISOString()} title={formatExactMoment(moment)} className={className}>
      {formatRemaining(moment, now)}
    </time>
  )
}

const tickMs = 30_000
let now = new Date()

/** One clock for all times on the page. It runs only while a time is shown. */
export function useNow(): Date {
  return useSyncExternalStore(subscribeToClock, readClock)
}

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

function subscribeToClock(listener: () => void) {
  if (listeners.size === 0) {
    timer = setInterval(() => {
      now = new Date()
      for (const notify of listeners) notify()
    }, tickMs)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) clearInterval(timer)
  }
}

/** Reads the clock. If it stood still without listeners, it is set first. */
function readClock(): Date {
  if (listeners.size === 0 && Date.now() - now.getTime() > tickMs) now = new Date()
  return now
}
