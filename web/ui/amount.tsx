import { cn } from './cn.ts'

interface AmountProps {
  /** Already formatted, with its sign if it has one. */
  value: string
  unit?: string | undefined
  /** Colours movements; the sign in the value says the same. */
  direction?: 'in' | 'out' | undefined
  /** The full figure where `value` is a short form such as 1.2M; shown on hover and read out instead. */
  full?: string | undefined
  className?: string | undefined
}

const narrowSpace = '\u202f'

/** A number and its smaller unit, which never part at the end of a line. */
export function Amount({ value, unit, direction, full, className }: AmountProps) {
  const tail = unit && (
    <>
      {narrowSpace}
      <span className="ms-[0.12em] text-[max(0.62em,0.75rem)]/none font-semibold tracking-[0.02em] text-ink-3">
        {unit}
      </span>
    </>
  )
  // A number runs from left to right among words that do not, with its sign before it.
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
