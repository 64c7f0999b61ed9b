import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { errors } from '../../../contract/errors.ts'
import type { Request } from '../../../contract/requests.ts'
import { AdminNote } from '../../features/requests/admin-note.tsx'
import { CancelRequest } from '../../features/requests/cancel-request.tsx'
import { requestTitle } from '../../features/requests/request-look.ts'
import { RequestReceipt } from '../../features/requests/request-receipt.tsx'
import { RequestStatus } from '../../features/requests/request-status.tsx'
import { RequestTimeline } from '../../features/requests/request-timeline.tsx'
import { ApiError, messageOf } from '../../lib/api-error.ts'
import { requestQuery } from '../../lib/queries.ts'
import { useSession } from '../../lib/session.ts'
import { Notice } from '../../ui/notice.tsx'
import { Rosette } from '../../ui/rosette.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

interface ActivityDetailProps {
  requestId: string
  /** The request, if it is among those listed; a shared link may name one that is not. */
  listed: Request | undefined
  isWide: boolean
}

/** Beside the list on a wide screen, a sheet over it on a narrow one. */
export function ActivityDetail({ requestId, listed, isWide }: ActivityDetailProps) {
  const navigate = useNavigate()
  const close = () =>
    void navigate({ from: '/dashboard/activity', search: ({ type, status }) => ({ type, status }), resetScroll: false })
  if (isWide) {
    return (
      <section
        aria-label="Request"
        className="sticky top-[108px] max-h-[calc(100dvh-124px)] overflow-y-auto rounded-3 border border-line bg-surface p-6"
      >
        <Detail requestId={requestId} listed={listed} />
      </section>
    )
  }
  return (
    <Sheet open onOpenChange={close} title="Request" className="w-full sm:w-[min(100%,440px)]">
      <div className="p-5">
        {/* No toast can be reached behind the sheet. */}
        <Detail requestId={requestId} listed={listed} onCancelled={close} />
      </div>
    </Sheet>
  )
}

interface DetailProps extends Pick<ActivityDetailProps, 'requestId' | 'listed'> {
  onCancelled?: (() => void) | undefined
}

function Detail({ requestId, listed, onCancelled }: DetailProps) {
  const { user } = useSession()
  const read = useQuery({ ...requestQuery(user?.id ?? '', requestId), enabled: listed === undefined && user !== null })
  const request = listed ?? read.data
  if (!request) {
    return read.isError ? <Notice tone="bad">{faultOf(read.error)}</Notice> : <Skeleton className="h-64 w-full" />
  }
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center gap-3">
        <span className="text-brass-ink">
          <Rosette seed={request.id} size={44} bands={2} strokeWidth={0.35} />
        </span>
        <h2 className="flex-1 text-lg font-semibold">{requestTitle(request)}</h2>
        <RequestStatus status={request.status} />
      </div>
      <RequestTimeline request={request} />
      {request.admin_notes && <AdminNote note={request.admin_notes} at={request.decided_at} />}
      <RequestReceipt request={request} />
      {request.status === 'pending' && <CancelRequest request={request} onCancelled={onCancelled} />}
    </div>
  )
}

/** An address that was copied badly names no request, whatever the server calls it. */
function faultOf(error: Error): string {
  return error instanceof ApiError && error.status === 400 ? errors.not_found.message : messageOf(error)
}
