import { t } from '../../../../contract/translate.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'

export function UsersSkeleton() {
  return (
    <div role="status" aria-label={t('Loading')} className="grid rounded-3 border border-line bg-surface">
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <div key={row} className="flex min-h-14 items-center gap-3 border-b border-line px-5 last:border-b-0">
          <Skeleton className="size-8 rounded-full" />
          <Skeleton className="h-5 w-40" />
          <Skeleton className="ms-auto h-6 w-20" />
        </div>
      ))}
    </div>
  )
}
