import type { ReactNode } from 'react'
import { cn } from './cn.ts'

interface ChartPlotProps {
  /** The content of the chart in words. */
  label: string
  className?: string | undefined
  /** Shapes in a square of 100 by 100, which is stretched to the room of the chart. */
  children: ReactNode
}

/** The drawing of a chart over time. */
export function ChartPlot({ label, className, children }: ChartPlotProps) {
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      className={cn('absolute size-full overflow-visible', className)}
    >
      {children}
    </svg>
  )
}

interface ChartLineProps {
  /** The path in the square of the plot. */
  path: string
  /** The colour. */
  className: string
  widthPx?: number | undefined
}

/** A line of constant width, also where the square is stretched. */
export function ChartLine({ path, className, widthPx = 1 }: ChartLineProps) {
  return <path d={path} fill="none" className={className} strokeWidth={widthPx} vectorEffect="non-scaling-stroke" />
}

/** Marks the chosen bar; nothing while none is chosen. */
export function ChosenBar({ index, count }: { index: number | null; count: number }) {
  if (index === null || index >= count) return null
  return (
    <span
      aria-hidden="true"
      className="absolute inset-y-0 bg-sunken"
      style={{ left: `${(index / count) * 100}%`, width: `${100 / count}%` }}
    />
  )
}
