import { Link } from '@tanstack/react-router'
import { formatCoins } from '../../../contract/money.ts'
import type { TransferRequest } from '../../../contract/requests.ts'
import { RequestReceipt } from '../../features/requests/request-receipt.tsx'
import { RequestTimeline } from '../../features/requests/request-timeline.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Rosette } from '../../ui/rosette.tsx'

interface TransferSuccessProps {
  request: TransferRequest
  onSendAnother: () => void
}

/** Takes the place of the form once the request has been accepted. */
export function TransferSuccess({ request, onSendAnother }: TransferSuccessProps) {
  const coins = `${formatCoins(request.amount_coins)}\u00a0ET`
  return (
    <div className="mx-auto grid max-w-form gap-5">
      <div className="grid justify-items-center gap-3 text-center">
        <span className="text-brass">
          <Rosette seed={request.id} size={132} bands={3} strokeWidth={0.35} />
        </span>
        <PageTitle
          focused
          lead={`${coins} go to ${request.recipient_profile.full_name} when an administrator approves the transfer. Until then they are locked.`}
        >
          Transfer submitted
        </PageTitle>
      </div>
      <Card title="Receipt">
        <RequestReceipt request={request} />
      </Card>
      <Card title="What happens next">
        <RequestTimeline request={request} />
      </Card>
      <div className="flex flex-wrap gap-3 max-sm:[&>*]:flex-1">
        <Button asChild>
          <Link to="/dashboard/activity" search={{ request: request.id }}>
            Go to Activity
          </Link>
        </Button>
        <Button variant="ghost" onClick={onSendAnother}>
          Send another
        </Button>
        <Button asChild variant="quiet">
          <Link to="/dashboard">Back to Overview</Link>
        </Button>
      </div>
    </div>
  )
}
