import { Link } from '@tanstack/react-router'
import { formatCoins } from '../../../contract/money.ts'
import type { BuyRequest } from '../../../contract/requests.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Rosette } from '../../ui/rosette.tsx'
import { RequestReceipt } from './request-receipt.tsx'
import { RequestTimeline } from './request-timeline.tsx'

/** Takes the place of the form once the request has been accepted. */
export function BuySuccess({ request }: { request: BuyRequest }) {
  return (
    <div className="mx-auto grid max-w-form gap-5">
      <div className="grid justify-items-center gap-3 text-center">
        <span className="text-brass">
          <Rosette seed={request.id} size={132} bands={3} strokeWidth={0.35} />
        </span>
        <PageTitle
          focused
          lead={`An administrator compares your slip with the request for ${formatCoins(request.amount_coins)}\u00a0ET. You can follow it in your activity.`}
        >
          Request Submitted!
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
        <Button asChild variant="ghost">
          <Link to="/dashboard">Back to Overview</Link>
        </Button>
      </div>
    </div>
  )
}
