import { Link } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { formatUsd } from '../../../../contract/money.ts'
import { coinsText } from '../../../lib/coins-text.ts'
import type { Request } from '../../../../contract/requests.ts'
import { emptyTexts } from '../../../../contract/texts.ts'
import type { ApprovalsPath } from '../../../features/requests/kinds/kind-display.ts'
import { requesterOf } from '../../../features/requests/request-display.ts'
import { Amount } from '../../../ui/amount.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { loadWhenNeeded } from '../../../ui/load-when-needed.tsx'
import { PersonName } from '../../../ui/person-name.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { AgoText } from '../../../ui/time-text.tsx'

const LateBadge = loadWhenNeeded(
  async () => (await import('../../../features/requests/overdue-badge.tsx')).OverdueBadge,
)

interface PendingListProps {
  /** Undefined until the requests have been read. */
  requests: readonly Request[] | undefined
  hasFailed: boolean
  to: ApprovalsPath
}

/** The newest pending requests of one kind. */
export function PendingList({ requests, hasFailed, to }: PendingListProps) {
  if (!requests) return hasFailed ? null : <Skeleton className="mx-5 mb-5 h-40" />
  if (requests.length === 0) {
    return (
      <EmptyState icon={CircleCheck} title={emptyTexts.allClear}>
        {emptyTexts.noPendingRequests}
      </EmptyState>
    )
  }
  return (
    <ul className="border-t border-line">
      {requests.map((request) => (
        <li key={request.id} className="border-b border-line last:border-b-0">
          <Link
            to={to}
            search={{ request: request.id, member: requesterOf(request).userId }}
            className="flex items-center gap-3 px-5 py-2.5 text-ink no-underline hover:bg-sunken focus-visible:-outline-offset-2"
          >
            <span className="min-w-0 flex-1">
              <PersonName isCut className="font-semibold">
                {requesterOf(request).full_name}
              </PersonName>
              <span className="block text-sm text-ink-3">
                {coinsText(request.amount_coins)} · <AgoText value={request.created_at} /> ·{' '}
                <span className="mono whitespace-nowrap">{request.number}</span>
              </span>
              <LateBadge isNeeded props={{ request }} />
            </span>
            <Amount value={formatUsd(request.amount_usd)} className="font-semibold" />
          </Link>
        </li>
      ))}
    </ul>
  )
}
