import { t } from '../../contract/translate.ts'
import { cn } from './cn.ts'

/** Stands where content will be, with the same box, so that nothing moves when it arrives. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return <span aria-hidden="true" className={cn('block h-4 animate-pulse rounded-1 bg-line', className)} />
}

interface MissingFigureProps {
  /** The figure could not be read: what pulses would promise that it is on its way. */
  hasFailed: boolean
  className?: string | undefined
}

/** Stands in the place of a figure that is not there. */
export function MissingFigure({ hasFailed, className }: MissingFigureProps) {
  return hasFailed ? <span title={t('Not available at the moment')}>—</span> : <Skeleton className={className} />
}

/** The rows of a list that is on its way. */
export function RowSkeletons() {
  return (
    <div role="status" aria-label={t('Loading')} className="grid gap-6 p-5">
      {[1, 2, 3, 4].map((row) => (
        <Skeleton key={row} className="h-5 w-full" />
      ))}
    </div>
  )
}
