import { TriangleAlert } from 'lucide-react'
import type { Request } from '../../../contract/requests.ts'
import { t } from '../../../contract/translate.ts'
import { dueAt } from '../../../contract/withdrawal-time.ts'
import { Badge } from '../../ui/badge.tsx'
import { useNow } from '../../ui/time-text.tsx'
import { kindDisplayOf } from './kinds/kinds.ts'

/** Marks a request that waits longer than the member's package promises. Only withdrawals have such a promise. */
export function OverdueBadge({ request }: { request: Request }) {
  const now = useNow()
  if (request.status !== 'pending') return null
  const promise = kindDisplayOf(request).promisedTime(request)
  const due = dueAt(request.created_at, promise)
  if (due === null || now <= due) return null
  return (
    <Badge tone="bad" title={t('Promised within: {time}', { time: promise ?? '' })}>
      <TriangleAlert aria-hidden="true" />
      {t('Overdue')}
    </Badge>
  )
}
