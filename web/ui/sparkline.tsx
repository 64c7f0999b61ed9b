import { cn } from './cn.ts'

interface SparklineProps {
  /** Heights in order of time; only their proportions count. */
  points: readonly number[]
  /** The story in words: start, end, lowest. */
  label: string
  /** Steps for balances, which move in steps; a plain line otherwise. */
  shape?: 'line' | 'step' | undefined
  /** The range shown; the points' own unless given. */
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

export function drawLine(points: readonly number[], { shape, range, width, height }: LineOptions): string {
  if (points.length === 0) return ''
  const [low, high] = range ?? [Math.min(...points), Math.max(...points)]
  const margin = 2
  const x = (index: number) => (points.length === 1 ? 0 : (index / (points.length - 1)) * width)
  const y = (point: number) =>
    high === low ? height / 2 : height - margin - ((point - low) / (high - low)) * (height - 2 * margin)
  return points
    .map((point, index) => {
      if (index === 0) return `M0 ${round(y(point))}${points.length === 1 ? `H${width}` : ''}`
      return shape === 'step' ? `H${round(x(index))}V${round(y(point))}` : `L${round(x(index))} ${round(y(point))}`
    })
    .join('')
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
