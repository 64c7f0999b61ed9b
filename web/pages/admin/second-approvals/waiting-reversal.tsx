import { useQuery } from '@tanstack/react-query'
import { errors } from '../../../../contract/errors.ts'
import type { ProposedChange } from '../../../../contract/proposed-changes.ts'
import { t } from '../../../../contract/translate.ts'
import { ReversalFigures } from '../../../features/requests/reversals/reversal-figures.tsx'
import { reversalQuery } from '../../../features/requests/reversals/reversal-query.ts'
import { AppLink } from '../../../lib/app-link.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { ReadProblem } from '../../../ui/read-problem.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

/** The effects that a proposed reversal would have now, with a link to its request. */
export function WaitingReversal({ change: { subject, after } }: { change: ProposedChange }) {
  const [userId, requestId] = [subject?.id ?? '', String(after['requestId'])]
  const read = useQuery(reversalQuery(userId, requestId))
  const preview = read.data
  return (
    <div className="grid gap-2">
      <p className="text-sm">
        <AppLink href={`/admin/all-activity?request=${requestId}&member=${userId}`} className="link">
          {t('Look at the request')}
        </AppLink>
      </p>
      <ReadProblem reads={[read]} />
      {!preview && !read.isError && <Skeleton className="h-24" />}
      {preview?.obstacle && <Notice tone="warn">{errors[preview.obstacle].message}</Notice>}
      {preview && <ReversalFigures preview={preview} />}
    </div>
  )
}
