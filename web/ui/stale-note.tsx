import { t } from '../../contract/translate.ts'
import { cn } from './cn.ts'
import { formatClock } from './format-time.ts'

interface StaleNoteProps {
  /** The time at which the shown data was read, in milliseconds since 1970. */
  at: number
  isRetrying: boolean
  onRetry: () => void
  className?: string | undefined
}

/** Says that a refresh failed, gives the time of the shown data, and offers another try. */
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
