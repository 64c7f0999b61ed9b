import { cn } from './cn.ts'

/**
 * A spinner. It never stands alone: a word beside it says what is going on. It is a span, so that a busy button can
 * hide its icons (svg) and keep the spinner.
 */
export function Spinner({ className }: { className?: string | undefined }) {
  return (
    <span
      aria-hidden="true"
      className={cn(
        'inline-block size-[18px] flex-none animate-spin rounded-full border-2 border-current border-e-transparent',
        className,
      )}
    />
  )
}
