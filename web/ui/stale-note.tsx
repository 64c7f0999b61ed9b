import { t } from '../../contract/translate.ts'
import { cn } from './cn.ts'
import { formatClock } from './format-time.ts'

interface StaleNoteProps {
  /** When what is shown was read, in milliseconds since 1970. */
  at: number
  isRetrying: boolean
  onRetry: () => void
  className?: string | undefined
}

/** Says that a refresh failed and from when the shown data is, and offers to try again. */
export function StaleNote({ at, isRetrying, onRetry, className }: StaleNoteProps) {
  return (
    <p role="status" className={cn('text-sm text-ink-2', className)}>
      {t('Data from {time} ·', { time: formatClock(new Date(at)) })}{' '}
      <button type="button" className="link min-h-6" onClick={onRetry}>
        {isRetrying ? t('Retrying...') : t('Retry')}
      </button>
    </p>
  )
}
