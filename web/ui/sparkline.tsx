import { cn } from './cn.ts'

interface SparklineProps {
  /** Heights in order of time; only their proportions count. */
  points: readonly number[]
  /** The content of the line in words: start, end, lowest. */
  label: string
  /** The shape of the line: steps for balances, which change in steps; a plain line otherwise. */
  shape?: 'line' | 'step' | undefined
  /** The range of heights shown; by default that of the points. */
  range?: readonly [low: number, high: number] | undefined
  width?: number | undefined
  height?: number | undefined
  className?: string | undefined
}

/** A small line without axes, in the colour of the text. */
export function Sparkline({
  points,
  label,
  shape = 'line',
  range,
  width = 120,
  height = 24,
  className,
}: SparklineProps) {
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      className={cn('block', className)}
    >
      <path
        d={drawLine(points, { shape, range, width, height })}
        fill="none"
        stroke="currentColor"
        strokeWidth={2}
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}

interface LineOptions {
  shape: 'line' | 'step'
  range: SparklineProps['range']
  width: number
  height: number
}

/**
 * Returns the path of the line. A plain line of n points has n - 1 runs between them. In steps, each point has a run of
 * its own.
 */
export function drawLine(points: readonly number[], { shape, range, width, height }: LineOptions): string {
  const [first] = points
  if (first === undefined) return ''
  const [low, high] = range ?? [Math.min(...points), Math.max(...points)]
  const runWidth = (width - 2 * marginPx) / Math.max(1, shape === 'step' ? points.length : points.length - 1)
  const y = (point: number) => {
    if (high === low) return height / 2
    return round(height - marginPx - ((point - low) / (high - low)) * (height - 2 * marginPx))
  }
  const start = `M${marginPx} ${y(first)}`
  if (shape === 'step') return start + points.map((point) => `V${y(point)}h${round(runWidth)}`).join('')
  if (points.length === 1) return `${start}h${runWidth}`
  return (
    start +
    points
      .slice(1)
      .map((point, index) => `L${round(marginPx + (index + 1) * runWidth)} ${y(point)}`)
      .join('')
  )
}

// The margin keeps half of the line's width inside the picture.
const marginPx = 2

function round(value: number): number {
  return Math.round(value * 10) / 10
}
