import { Link } from '@tanstack/react-router'
import { ChevronRight, Inbox } from 'lucide-react'
import type { Request } from '../../../../contract/requests.ts'
import { t, tc } from '../../../../contract/translate.ts'
import { useHiddenAmounts } from '../../../lib/hidden-amounts.ts'
import { Button } from '../../../ui/button.tsx'
import { Card, Eyebrow } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import { OwnWait } from '../../../features/requests/own-wait.tsx'
import { isSlipAsked, requestTitle, statusText } from '../../../features/requests/request-display.ts'
import { RequestStatus } from '../../../features/requests/request-status.tsx'
import { RequestTimeline } from '../../../features/requests/request-timeline.tsx'

interface OpenRequestsProps {
  /** The member's pending requests, newest first; undefined while they are loading. */
  requests: readonly Request[] | undefined
  /** True if the member has more requests than these. */
  hasMore: boolean
  hasFailed: boolean
}

/** The pending requests: the newest with its steps, the others by name. */
export function OpenRequests({ requests, hasMore, hasFailed }: OpenRequestsProps) {
  const { mask } = useHiddenAmounts()
  const [newest, ...others] = requests ?? []
  if (!newest) {
    return (
      <Card aria-label={t('Open requests')} className="grid content-center">
        {requests && <NoOpenRequest />}
        {!requests && hasFailed && <EmptyState title={t('Not available at the moment.')} />}
        {!requests && !hasFailed && <Skeleton className="h-68.5 w-full" />}
      </Card>
    )
  }
  return (
    <Card aria-label={t('Open requests')} className="flex flex-col">
      <div className="mb-4 flex items-start justify-between gap-3">
        <div>
          <Eyebrow>{others.length > 0 ? t('Open requests') : tc('that is pending', 'Open request')}</Eyebrow>
          <h2 className="text-lg font-semibold">{requestTitle(newest, mask)}</h2>
          <p className="mono text-sm text-ink-3">{newest.number}</p>
        </div>
        <RequestStatus status={newest.status} />
      </div>
      <RequestTimeline request={newest} mask={mask} className="mb-3" />
      {isSlipAsked(newest) && <SlipAskedNotice />}
      <OwnWait request={newest} />
      <Button asChild variant="ghost" size="sm" className="mt-4 self-start">
        <Link to="/dashboard/activity" search={{ request: newest.id }}>
          {t('View request')}
        </Link>
      </Button>
      {others.length > 0 && <OtherRequests requests={others} mask={mask} />}
      {hasMore && (
        <Link to="/dashboard/activity" search={{ status: 'pending' }} className="link mt-3 self-start text-sm">
          {t('Show all open requests')}
        </Link>
      )}
    </Card>
  )
}

function SlipAskedNotice() {
  return (
    <Notice tone="warn" title={t('We need a clearer picture.')}>
      {t('Open the request and send another slip.')}
    </Notice>
  )
}

interface OtherRequestsProps {
  requests: readonly Request[]
  mask: (text: string) => string
}

function OtherRequests({ requests, mask }: OtherRequestsProps) {
  return (
    <ul aria-label={t('Other open requests')} className="mt-4 border-t border-line">
      {requests.map((request) => (
        <li key={request.id} className="border-b border-line last:border-b-0">
          <Link
            to="/dashboard/activity"
            search={{ request: request.id }}
            className="flex min-h-12 flex-wrap items-center gap-x-3 py-2 text-ink no-underline hover:bg-sunken"
          >
            <span className="flex-1">
              <span className="font-semibold">{requestTitle(request, mask)}</span>
              {isSlipAsked(request) && <span className="block text-sm text-wait">{statusText(request)}</span>}
            </span>
            <span className="text-sm text-ink-3">
              <span className="mono">{request.number}</span> · <TimeText value={request.created_at} />
            </span>
            <ChevronRight aria-hidden="true" size={16} className="text-ink-3" />
          </Link>
        </li>
      ))}
    </ul>
  )
}

function NoOpenRequest() {
  return (
    <EmptyState
      icon={Inbox}
      title={t('No open request')}
      action={
        <Button asChild variant="ghost" size="sm">
          <Link to="/dashboard/activity">{t('See past requests')}</Link>
        </Button>
      }
    >
      {t('When you buy, transfer or withdraw, you can follow each step here.')}
    </EmptyState>
  )
}
