import { Link } from '@tanstack/react-router'
import { compare, formatCoins, formatRate, formatUsd } from '../../../contract/money.ts'
import type { WithdrawalRequest } from '../../../contract/requests.ts'
import { RequestReceipt } from '../../features/requests/request-receipt.tsx'
import { RequestTimeline } from '../../features/requests/request-timeline.tsx'
import type { ReviewedWithdrawal } from '../../features/spending/use-withdrawal-form.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Rosette } from '../../ui/rosette.tsx'

interface WithdrawSuccessProps {
  request: WithdrawalRequest
  /** What the person had read when they submitted; null after a reload. */
  reviewed: ReviewedWithdrawal | null
  onWithdrawMore: () => void
}

/** Takes the place of the form once the request has been accepted. */
export function WithdrawSuccess({ request, reviewed, onWithdrawMore }: WithdrawSuccessProps) {
  const coins = `${formatCoins(request.amount_coins)}\u00a0ET`
  return (
    <div className="mx-auto grid max-w-form gap-5">
      <div className="grid justify-items-center gap-3 text-center">
        <span className="text-brass">
          <Rosette seed={request.id} size={132} bands={3} strokeWidth={0.35} />
        </span>
        <PageTitle
          focused
          lead={`${coins} are locked until an administrator decides. Their value is fixed at ${formatUsd(request.amount_usd)}.`}
        >
          Withdrawal submitted
        </PageTitle>
      </div>
      {reviewed && compare(reviewed.rate.value, request.rate) !== 0 && (
        <Notice tone="warn" role="status" title="The rate changed before your request arrived.">
          You reviewed {formatUsd(reviewed.usd)} at {formatRate(reviewed.rate.value, 5)} per ET. The request is fixed at{' '}
          {formatUsd(request.amount_usd)}, at {formatRate(request.rate, 5)}. If that is not what you want, cancel it in
          your activity.
        </Notice>
      )}
      {reviewed && reviewed.address !== request.wallet_address && (
        <Notice tone="bad" role="status" title="The request goes to another wallet address than the one you reviewed.">
          The address in your profile was changed before your request arrived. If that was not you, cancel the request
          in your activity and contact support.
        </Notice>
      )}
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
        <Button variant="ghost" onClick={onWithdrawMore}>
          Withdraw more
        </Button>
        <Button asChild variant="quiet">
          <Link to="/dashboard">Back to Overview</Link>
        </Button>
      </div>
    </div>
  )
}
