import { t } from '../../contract/translate.ts'
import { Button } from './button.tsx'
import { formatClock, formatMoment } from './format-time.ts'
import { hasFailed } from './has-failed.ts'
import { Notice } from './notice.tsx'

/** What a query tells about itself; the shape of TanStack Query's results. */
export interface ReadState {
  isError: boolean
  isPending: boolean
  errorUpdateCount: number
  isFetching: boolean
  /** A list whose next page failed has lost nothing, and says so at its end. */
  isFetchNextPageError?: boolean
  /** Milliseconds since 1970; 0 while nothing has been read yet. */
  dataUpdatedAt: number
  refetch: () => Promise<unknown>
}

interface ReadProblemProps {
  reads: readonly ReadState[]
  className?: string | undefined
}

/** Shows nothing while reading works. When it fails, the page keeps what it has, says how old that is, and offers to try again. */
export function ReadProblem({ reads, className }: ReadProblemProps) {
  const failed = reads.filter((read) => hasFailed(read) && !read.isFetchNextPageError)
  if (failed.length === 0) return null
  const oldest = Math.min(...failed.map((read) => read.dataUpdatedAt))
  const retry = () => {
    for (const read of failed) void read.refetch()
  }
  return (
    <Notice
      tone="warn"
      role="status"
      className={className}
      action={
        <Button variant="ghost" size="sm" onClick={retry} busy={failed.some((read) => read.isFetching)}>
          {t('Retry')}
        </Button>
      }
    >
      {oldest === 0
        ? t('This could not be loaded.')
        : t('Data from {time}. It could not be refreshed.', { time: formatSince(new Date(oldest)) })}
    </Notice>
  )
}

/** Today the time of day says it. */
function formatSince(at: Date): string {
  const now = new Date()
  if (at.toDateString() !== now.toDateString()) return formatMoment(at, now)
  return formatClock(at)
}
