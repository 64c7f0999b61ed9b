import { cn } from './cn.ts'

interface StaleNoteProps {
  /** When what is shown was read, in milliseconds since 1970. */
  at: number
  isRetrying: boolean
  onRetry: () => void
  className?: string | undefined
}

/** Says that a refresh failed and from when the shown data is, and offers to try again. */
export function StaleNote({ at, isRetrying, onRetry, className }: StaleNoteProps) {
  const time = new Date(at).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
  return (
    <p role="status" className={cn('text-sm text-ink-2', className)}>
      Data from {time} ·{' '}
      <button type="button" className="link min-h-6" onClick={onRetry}>
        {isRetrying ? 'Retrying...' : 'Retry'}
      </button>
    </p>
  )
}
