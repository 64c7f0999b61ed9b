import { t } from '../../contract/translate.ts'
import { cn } from './cn.ts'

/** A placeholder of the same size as the coming content, so that the page does not move when it arrives. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return <span aria-hidden="true" className={cn('block h-4 animate-pulse rounded-1 bg-line', className)} />
}

interface MissingFigureProps {
  /** True if the figure could not be read. A pulsing placeholder would promise that it is coming. */
  hasFailed: boolean
  className?: string | undefined
}

/** Stands in the place of a missing figure. */
export function MissingFigure({ hasFailed, className }: MissingFigureProps) {
  return hasFailed ? <span title={t('Not available at the moment')}>—</span> : <Skeleton className={className} />
}

/** Placeholders for the rows of a list that is loading. */
export function RowSkeletons() {
  return (
    <div role="status" aria-label={t('Loading')} className="grid gap-6 p-5">
      {[1, 2, 3, 4].map((row) => (
        <Skeleton key={row} className="h-5 w-full" />
      ))}
    </div>
  )
}
