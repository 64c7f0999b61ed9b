import { TriangleAlert } from 'lucide-react'
import type { Request } from '../../../contract/requests.ts'
import { t } from '../../../contract/translate.ts'
import { dueAt } from '../../../contract/withdrawal-time.ts'
import { Badge } from '../../ui/badge.tsx'
import { useNow } from '../../ui/time-text.tsx'

/** Marks a request that waits longer than the member's package promises. Only withdrawals have such a promise. */
export function OverdueBadge({ request }: { request: Request }) {
  const now = useNow()
  if (request.kind !== 'withdrawal' || request.status !== 'pending') return null
  const due = dueAt(request.created_at, request.withdrawal_time)
  if (due === null || now <= due) return null
  return (
    <Badge tone="bad" title={t('Promised within: {time}', { time: request.withdrawal_time ?? '' })}>
      <TriangleAlert aria-hidden="true" />
      {t('Overdue')}
    </Badge>
  )
}
