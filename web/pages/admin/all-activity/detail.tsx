import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { ArrowRight, SearchX, UserRound } from 'lucide-react'
import { decideRequest } from '../../../../contract/endpoints/requests.ts'
import { errors } from '../../../../contract/errors.ts'
import type { Request } from '../../../../contract/requests.ts'
import { t } from '../../../../contract/translate.ts'
import { PayoutHistory } from '../../../features/requests/payouts/payout-history.tsx'
import { kinds } from '../../../features/requests/kinds/kinds.ts'
import { PrintReceipt } from '../../../features/requests/print-receipt.tsx'
import { RequestFile } from '../../../features/requests/request-file.tsx'
import { requesterOf, statusText } from '../../../features/requests/request-display.ts'
import { RequestReceipt } from '../../../features/requests/request-receipt.tsx'
import { RequestStatus } from '../../../features/requests/request-status.tsx'
import { RequestTimeline } from '../../../features/requests/request-timeline.tsx'
import { ApiError } from '../../../lib/api-error.ts'
import { AppLink } from '../../../lib/app-link.tsx'
import { requestQuery } from '../../../features/requests/request-query.ts'
import { useMay } from '../../../lib/use-may.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { loadWhenNeeded } from '../../../ui/load-when-needed.tsx'
import { hasFailed } from '../../../ui/has-failed.ts'
import { PersonName } from '../../../ui/person-name.tsx'
import { ReadProblem } from '../../../ui/read-problem.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Origins } from './origins.tsx'
import { requestText } from './texts.ts'

const LateReversal = loadWhenNeeded(async () => (await import('./reverse-request.tsx')).ReverseRequest)
const LateOutlook = loadWhenNeeded(async () => (await import('./outlook.tsx')).Outlook)
const LateRequestInChat = loadWhenNeeded(
  async () => (await import('../../../features/chat/request-in-chat.tsx')).RequestInChat,
)

interface ActivityDetailProps {
  userId: string
  requestId: string
}

/** One request in a sheet beside the list, which stays as it is. */
export function AllActivityDetail({ userId, requestId }: ActivityDetailProps) {
  const navigate = useNavigate()
  // Replaces the history entry with the open request, so that Back does not open the request again.
  const close = () =>
    void navigate({
      from: '/admin/all-activity',
      search: (search) => ({ ...search, request: undefined, member: undefined, reverse: undefined }),
      resetScroll: false,
      replace: true,
    })
  return (
    <Sheet open onOpenChange={close} title={t('Request')} className="w-full sm:w-[min(100%,480px)]">
      <div className="p-5">
        <Detail userId={userId} requestId={requestId} />
      </div>
    </Sheet>
  )
}

function Detail({ userId, requestId }: ActivityDetailProps) {
  const mayDecide = useMay()(decideRequest)
  const read = useQuery(requestQuery(userId, requestId))
  const request = read.data
  if (!request && read.error instanceof ApiError && [400, 404].includes(read.error.status)) {
    return <EmptyState icon={SearchX} title={errors.not_found.message} />
  }
  if (!request) return hasFailed(read) ? <ReadProblem reads={[read]} /> : <Skeleton className="h-64 w-full" />
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center gap-3">
        <div className="flex-1">
          <h2 className="text-lg font-semibold">{requestText(request)}</h2>
          <p className="mono text-sm text-ink-3">{request.number}</p>
        </div>
        <RequestStatus status={request.status} text={statusText(request)} isReversed={request.reversal !== null} />
      </div>
      <ReadProblem reads={[read]} />
      <Person request={request} />
      {request.status === 'pending' && <LateOutlook isNeeded props={{ userId, requestId }} />}
      {request.status === 'pending' && (
        <Button asChild>
          <AppLink href={`${kinds[request.kind].approvalsPath}?request=${request.id}&member=${userId}`}>
            {mayDecide ? t('Decide this request') : t('Open in the queue')}
            <ArrowRight aria-hidden="true" />
          </AppLink>
        </Button>
      )}
      <RequestTimeline request={request} />
      <RequestReceipt request={request} />
      {request.kind === 'withdrawal' && request.payout && <PayoutHistory userId={userId} requestId={requestId} />}
      <Origins userId={userId} requestId={requestId} />
      <LateRequestInChat isNeeded props={{ memberId: userId, requestId }} />
      <div className="flex flex-wrap gap-2">
        <RequestFile request={request} hasToasts={false} />
        <PrintReceipt request={request} />
        <LateReversal isNeeded={request.status === 'approved'} props={{ userId, request }} />
      </div>
    </div>
  )
}

function Person({ request }: { request: Request }) {
  const { userId, full_name: name, member_id: memberId, email } = requesterOf(request)
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-3 border border-line px-4 py-3">
      <UserRound aria-hidden="true" size={20} className="text-link" />
      <div className="min-w-0 flex-1">
        <Link to="/admin/users/$userId" params={{ userId }} className="link font-semibold">
          <PersonName>{name}</PersonName>
        </Link>
        <p className="text-sm wrap-anywhere text-ink-2">
          <span className="mono">{memberId}</span> · {email}
        </p>
      </div>
    </div>
  )
}
