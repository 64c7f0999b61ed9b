import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { SearchX } from 'lucide-react'
import { errors } from '../../../../contract/errors.ts'
import type { Request } from '../../../../contract/requests.ts'
import { t } from '../../../../contract/translate.ts'
import { AskAboutRequest } from '../../../features/chat/ask-about-request.tsx'
import { CancelRequest } from './cancel-request.tsx'
import { OwnPayment } from '../../../features/requests/own-payment.tsx'
import { OwnWait } from '../../../features/requests/own-wait.tsx'
import { PrintReceipt } from '../../../features/requests/print-receipt.tsx'
import { RequestFile } from '../../../features/requests/request-file.tsx'
import { canBeSentAgain, hasNewSlip, requestTitle, statusText } from '../../../features/requests/request-display.ts'
import { RequestReceipt } from '../../../features/requests/request-receipt.tsx'
import { RequestStatus } from '../../../features/requests/request-status.tsx'
import { RequestTimeline } from '../../../features/requests/request-timeline.tsx'
import { SendAgain } from '../../../features/requests/send-again.tsx'
import { ApiError } from '../../../lib/api-error.ts'
import { requestQuery } from '../../../features/requests/request-query.ts'
import { useSession } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { hasFailed } from '../../../ui/has-failed.ts'
import { ReadProblem, type ReadState } from '../../../ui/read-problem.tsx'
import { Rosette } from '../../../ui/rosette.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { loadWhenNeeded } from '../../../ui/load-when-needed.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

const LateNewSlip = loadWhenNeeded(async () => (await import('./new-slip.tsx')).NewSlip)

interface ActivityDetailProps {
  requestId: string
  /** The request, if the list has it. A shared link may name one that the list does not have. */
  listed: Request | undefined
  isWide: boolean
}

/** One request beside the list on a wide screen, or in a sheet over it on a narrow one. */
export function ActivityDetail({ requestId, listed, isWide }: ActivityDetailProps) {
  const navigate = useNavigate()
  // Replaces the history entry with the open request, so that Back does not open the request again.
  const close = () =>
    void navigate({
      from: '/dashboard/activity',
      search: ({ type, status }) => ({ type, status }),
      resetScroll: false,
      replace: true,
    })
  if (isWide) {
    return (
      <section
        aria-label={t('Request')}
        className="sticky top-[108px] max-h-[calc(100dvh-124px)] overflow-y-auto rounded-3 border border-line bg-surface p-6"
      >
        <Detail requestId={requestId} listed={listed} isLayer={false} />
      </section>
    )
  }
  return (
    <Sheet open onOpenChange={close} title={t('Request')} className="w-full sm:w-[min(100%,440px)]">
      <div className="p-5">
        <Detail requestId={requestId} listed={listed} isLayer onLeave={close} />
      </div>
    </Sheet>
  )
}

interface DetailProps extends Pick<ActivityDetailProps, 'requestId' | 'listed'> {
  /** True if the request is in a sheet over the page. No toast can be reached behind it. */
  isLayer: boolean
  /** Closes the sheet before the next layer opens. */
  onLeave?: (() => void) | undefined
}

function Detail({ requestId, listed, isLayer, onLeave }: DetailProps) {
  const { user } = useSession()
  const read = useQuery({ ...requestQuery(user?.id ?? '', requestId), enabled: listed === undefined && user !== null })
  const request = listed ?? read.data
  if (!request) {
    return hasFailed(read) ? <Unreadable read={read} /> : <Skeleton className="h-64 w-full" />
  }
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center gap-3">
        <span className="text-brass-ink">
          <Rosette seed={request.id} size={44} bands={2} strokeWidth={0.35} />
        </span>
        <div className="flex-1">
          <h2 className="text-lg font-semibold">{requestTitle(request)}</h2>
          <p className="mono text-sm text-ink-3">{request.number}</p>
        </div>
        <RequestStatus status={request.status} text={statusText(request)} isReversed={request.reversal !== null} />
      </div>
      {!listed && <ReadProblem reads={[read]} />}
      <RequestTimeline request={request} />
      <LateNewSlip isNeeded={hasNewSlip(request)} props={{ request }} />
      <OwnWait request={request} />
      <OwnPayment request={request} />
      <RequestReceipt request={request} />
      <div className="flex flex-wrap gap-2">
        <RequestFile request={request} hasToasts={!isLayer} />
        <PrintReceipt request={request} />
        {request.status === 'pending' && <CancelRequest request={request} onCancelled={onLeave} />}
        {canBeSentAgain(request) && <SendAgain request={request} />}
        <AskAboutRequest requestId={request.id} onLeave={onLeave} />
      </div>
    </div>
  )
}

/**
 * Explains why a request cannot be shown: the link names no request of one's own, or the server could not be reached.
 * Only the second case is worth another try.
 */
function Unreadable({ read }: { read: ReadState & { error: Error | null } }) {
  const { error } = read
  if (!(error instanceof ApiError) || ![400, 404].includes(error.status)) return <ReadProblem reads={[read]} />
  return (
    <EmptyState
      icon={SearchX}
      title={errors.not_found.message}
      action={
        <Button asChild variant="ghost" size="sm">
          <Link to="." search={({ type, status }) => ({ type, status })} replace resetScroll={false}>
            {t('Show the list')}
          </Link>
        </Button>
      }
    />
  )
}
