import { cn } from '../../ui/cn.ts'
import type { Trend } from './live-trend.ts'

/** An arrow up or down, or a level bar. All have the same width, so that nothing beside them moves. */
export function TrendArrow({ trend, className }: { trend: Trend | null; className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 12 12"
      fill="currentColor"
      className={cn('size-[0.7em] flex-none', trendColor(trend), className)}
    >
      <path d={trend === 'up' ? 'M6 1l5.5 10H.5z' : trend === 'down' ? 'M6 11L.5 1h11z' : 'M1 4.5h10v3H1z'} />
    </svg>
  )
}

export function trendColor(trend: Trend | null): string {
  if (trend === null) return 'text-ink-2'
  return trend === 'up' ? 'text-ok' : 'text-bad'
}
