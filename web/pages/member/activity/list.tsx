import { Link } from '@tanstack/react-router'
import { ListX, MessageSquareText } from 'lucide-react'
import { formatUsd } from '../../../../contract/money.ts'
import type { Request } from '../../../../contract/requests.ts'
import { emptyTexts } from '../../../../contract/texts.ts'
import { t } from '../../../../contract/translate.ts'
import { kinds } from '../../../features/requests/kinds/kinds.ts'
import { requestTitle, statusDisplay, statusText } from '../../../features/requests/request-display.ts'
import { RequestStatus } from '../../../features/requests/request-status.tsx'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadMore, type MoreState } from '../../../ui/load-more.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { TimeText } from '../../../ui/time-text.tsx'

interface ActivityListProps {
  /** Undefined until the first page has been read. */
  requests: readonly Request[] | undefined
  shownId: string | undefined
  isFiltered: boolean
  /** True while the list of the tabs before is still shown, until that of the chosen tabs arrives. */
  isEarlier: boolean
  /** True while one request is shown beside the list. */
  hasDetail: boolean
  hasFailed: boolean
  more: MoreState | null
}

export function ActivityList({
  requests,
  shownId,
  isFiltered,
  isEarlier,
  hasDetail,
  hasFailed,
  more,
}: ActivityListProps) {
  if (!requests) return hasFailed ? null : <ListSkeleton />
  if (requests.length === 0) return <NoRequests isFiltered={isFiltered} className={hasDetail ? '' : 'lg:col-span-2'} />
  return (
    <div aria-busy={isEarlier || undefined} className="grid gap-4 aria-busy:opacity-60">
      <ul aria-label={t('Requests')} className="overflow-hidden rounded-3 border border-line bg-surface">
        {requests.map((request) => (
          <li key={request.id} className="border-b border-line last:border-b-0">
            <Row request={request} isShown={request.id === shownId} />
          </li>
        ))}
      </ul>
      <LoadMore more={more} />
    </div>
  )
}

function Row({ request, isShown }: { request: Request; isShown: boolean }) {
  const { icon: Icon } = kinds[request.kind]
  return (
    <Link
      to="."
      search={(search) => ({ ...search, request: request.id })}
      resetScroll={false}
      aria-current={isShown ? 'true' : undefined}
      className={cn(
        'flex min-h-16 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3 text-ink no-underline hover:bg-sunken focus-visible:-outline-offset-2 sm:px-5',
        isShown && 'bg-brand-soft hover:bg-brand-soft',
      )}
    >
      <Icon aria-hidden="true" size={20} className="text-link" />
      <span className="min-w-24 flex-1">
        <span className="block font-semibold">{requestTitle(request)}</span>
        <span className={cn('block text-sm', isShown ? 'text-ink-2' : 'text-ink-3')}>
          <TimeText value={request.created_at} /> · {formatUsd(request.amount_usd)} ·{' '}
          <span className="mono whitespace-nowrap">{request.number}</span>
        </span>
        {statusText(request) !== statusDisplay(request.status).label && (
          <span className="block text-sm text-ink-2">{statusText(request)}</span>
        )}
        {request.admin_notes && (
          <span className="mt-0.5 flex items-start gap-1.5 text-sm text-ink-2">
            <MessageSquareText aria-hidden="true" size={14} className="mt-0.5" />
            <span className="sr-only">{t('Note:')}</span>
            <span className="line-clamp-2">
              <bdi>{request.admin_notes}</bdi>
            </span>
          </span>
        )}
      </span>
      <RequestStatus status={request.status} isReversed={request.reversal !== null} />
    </Link>
  )
}

function NoRequests({ isFiltered, className }: { isFiltered: boolean; className: string }) {
  return (
    <EmptyState
      icon={ListX}
      title={emptyTexts.noRequests}
      className={cn('rounded-3 border border-line bg-surface', className)}
      action={
        isFiltered ? (
          <Button asChild variant="ghost" size="sm">
            <Link to="/dashboard/activity">{t('Show all requests')}</Link>
          </Button>
        ) : (
          <Button asChild size="sm">
            <Link to="/dashboard/buy">{t('Buy coins')}</Link>
          </Button>
        )
      }
    >
      {isFiltered
        ? t('Nothing matches these tabs.')
        : t('When you buy, transfer or withdraw, the request is listed here.')}
    </EmptyState>
  )
}

function ListSkeleton() {
  return (
    <div role="status" aria-label={t('Loading')} className="grid rounded-3 border border-line bg-surface">
      {[1, 2, 3, 4].map((row) => (
        <div key={row} className="flex min-h-16 items-center gap-3 border-b border-line px-5 last:border-b-0">
          <Skeleton className="h-5 w-40" />
          <Skeleton className="ms-auto h-6 w-20" />
        </div>
      ))}
    </div>
  )
}
