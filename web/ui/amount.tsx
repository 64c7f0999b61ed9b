import { cn } from './cn.ts'

interface AmountProps {
  /** The formatted number, with its sign if it has one. */
  value: string
  unit?: string | undefined
  /** The colour of a movement. The sign in the value says the same. */
  direction?: 'in' | 'out' | undefined
  /** The full figure if `value` is a short form such as 1.2M. It shows on hover, and is read out instead. */
  full?: string | undefined
  className?: string | undefined
}

const narrowSpace = '\u202f'

/** A number with a smaller unit. The two never break across lines. */
export function Amount({ value, unit, direction, full, className }: AmountProps) {
  const tail = unit && (
    <>
      {narrowSpace}
      <span className="ms-[0.12em] text-[max(0.62em,0.75rem)]/none font-semibold tracking-[0.02em] text-ink-3">
        {unit}
      </span>
    </>
  )
  // The number runs from left to right in right-to-left text, too, with its sign before it.
  const look = cn(
    'whitespace-nowrap rtl:[direction:ltr] rtl:[unicode-bidi:isolate]',
    direction === 'in' && 'text-ok',
    direction === 'out' && 'text-bad',
    className,
  )
  if (!full) {
    return (
      <span className={look}>
        {value}
        {tail}
      </span>
    )
  }
  return (
    <span className={look} title={unit ? `${full} ${unit}` : full}>
      <span aria-hidden="true">
        {value}
        {tail}
      </span>
      <span className="sr-only">{unit ? `${full} ${unit}` : full}</span>
    </span>
  )
}
