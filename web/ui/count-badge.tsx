import { cn } from './cn.ts'

interface CountBadgeProps {
  count: number
  /** The count with the thing that is counted, for screen readers: "2 unread". */
  label: string
  tone?: 'wait' | 'bad' | undefined
  /** The highest count that is shown as it is. */
  max?: number | undefined
  className?: string | undefined
}

/** A count. It takes its room even at zero, so that a change does not move the content beside it. */
export function CountBadge({ count, label, tone = 'wait', max = 99, className }: CountBadgeProps) {
  return (
    <span
      data-count={count}
      className={cn(
        'grid h-5 min-w-[22px] place-items-center rounded-full px-1.5 text-2xs font-bold',
        tone === 'wait' ? 'bg-wait-soft text-wait' : 'bg-bad-soft text-bad',
        count === 0 && 'invisible',
        className,
      )}
    >
      <span aria-hidden="true">{count > max ? `${max}+` : count}</span>
      <span className="sr-only">{label}</span>
    </span>
  )
}
