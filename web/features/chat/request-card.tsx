import { useQuery } from '@tanstack/react-query'
import { FileClock, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Request } from '../../../contract/requests.ts'
import { t } from '../../../contract/translate.ts'
import { AppLink } from '../../lib/app-link.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { requestTitle } from '../requests/request-display.ts'
import { requestPath } from '../requests/request-path.ts'
import { requestQuery } from '../requests/request-query.ts'
import { RequestStatus } from '../requests/request-status.tsx'
import { isSupportSide, type ConversationSide } from './conversation-side.ts'
import { cardStyles } from './request-card-styles.ts'

export interface RequestCardProps {
  side: ConversationSide
  requestId: string
  /** Takes the card away from the next message. Without it the card leads to the request. */
  onRemove?: (() => void) | undefined
  /** Called when the reader follows the card to the request. */
  onFollow?: (() => void) | undefined
}

/** The request that a message is about, with its present status. */
export function RequestCard({ side, requestId, onRemove, onFollow }: RequestCardProps) {
  const { data: request, isError } = useQuery(requestQuery(side.memberId, requestId))
  const content = request ? <Facts request={request} /> : isError ? <Unread /> : <Waiting />
  if (onRemove) {
    return (
      <div role="group" aria-label={t('This message is about a request')} className={cardStyles}>
        {content}
        <IconButton label={t('Do not send the request along')} size="sm" onClick={onRemove}>
          <X aria-hidden="true" />
        </IconButton>
      </div>
    )
  }
  return (
    <AppLink href={pathOf(side, requestId, request)} onClick={onFollow} className={cardStyles}>
      {content}
    </AppLink>
  )
}

function Facts({ request }: { request: Request }) {
  return (
    <>
      <Mark />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-semibold">{requestTitle(request)}</span>
        <span className="mono block text-xs text-ink-3">{request.number}</span>
      </span>
      <RequestStatus status={request.status} isReversed={request.reversal !== null} />
    </>
  )
}

function Mark(): ReactNode {
  return <FileClock aria-hidden="true" size={20} className="flex-none text-link" />
}

function Unread() {
  return (
    <>
      <Mark />
      <span className="flex-1 font-semibold">{t('Request')}</span>
    </>
  )
}

function Waiting() {
  return <Skeleton className="h-8 flex-1" />
}

/** Members find their request in Activity; administrators where it is decided, or was. */
function pathOf(side: ConversationSide, requestId: string, request: Request | undefined): string {
  if (!isSupportSide(side)) return `/dashboard/activity?${new URLSearchParams({ request: requestId })}`
  if (request) return requestPath({ ...request, user_id: side.memberId })
  return `/admin/all-activity?${new URLSearchParams({ request: requestId, member: side.memberId })}`
}
