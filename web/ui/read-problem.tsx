import { t } from '../../contract/translate.ts'
import { Button } from './button.tsx'
import { formatClock, formatMoment } from './format-time.ts'
import { hasFailed } from './has-failed.ts'
import { Notice } from './notice.tsx'

/** The state of a query, in the shape of TanStack Query's results. */
export interface ReadState {
  isError: boolean
  isPending: boolean
  errorUpdateCount: number
  isFetching: boolean
  /** True if only the next page of a list failed. The list is complete so far, and reports the failure at its end. */
  isFetchNextPageError?: boolean
  /** Milliseconds since 1970; 0 until something has been read. */
  dataUpdatedAt: number
  refetch: () => Promise<unknown>
}

interface ReadProblemProps {
  reads: readonly ReadState[]
  className?: string | undefined
}

/**
 * Shows nothing while reading works. After a failure the page keeps its data. This notice gives their age and offers
 * another try.
 */
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

/** A time of today is shown as the time of day alone. */
function formatSince(at: Date): string {
  const now = new Date()
  if (at.toDateString() !== now.toDateString()) return formatMoment(at, now)
  return formatClock(at)
}
