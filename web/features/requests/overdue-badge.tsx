import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import type { Request } from '../../../contract/requests.ts'
import { t } from '../../../contract/translate.ts'
import { dueAt } from '../../../contract/withdrawal-time.ts'
import { Badge } from '../../ui/badge.tsx'
import { formatSpan } from '../../ui/format-time.ts'
import { useNow } from '../../ui/time-text.tsx'
import { kindDisplayOf } from './kinds/kinds.ts'
import { requestCountsQuery } from './request-counts-query.ts'

/**
 * Marks a request that waits longer than nine in ten of its kind did, or than the member's package promises. Only withdrawals
 * have a promise of a package.
 */
export function OverdueBadge({ request }: { request: Request }) {
  const now = useNow()
  const { data: seconds } = useQuery({
    ...requestCountsQuery,
    select: (counts) => counts[request.kind].promise_seconds,
  })
  if (request.status !== 'pending') return null
  const promise = kindDisplayOf(request).promisedTime(request)
  const due = dueAt(request.created_at, promise)
  if (due !== null && now > due) return <Overdue reason={t('Promised within: {time}', { time: promise ?? '' })} />
  if (seconds === undefined || now.getTime() - Date.parse(request.created_at) <= seconds * 1000) return null
  return <Overdue reason={t('It waits for more than {time}.', { time: formatSpan(seconds) })} />
}

function Overdue({ reason }: { reason: string }) {
  return (
    <Badge tone="bad" title={reason}>
      <TriangleAlert aria-hidden="true" />
      {t('Overdue')}
    </Badge>
  )
}
