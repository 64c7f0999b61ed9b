import { compare, formatCoins, formatRate, formatUsd } from '../../../contract/money.ts'
import type { WithdrawalRequest } from '../../../contract/requests.ts'
import { RequestSubmitted } from '../../features/requests/request-submitted.tsx'
import type { ReviewedWithdrawal } from '../../features/spending/use-withdrawal-form.ts'
import { Notice } from '../../ui/notice.tsx'

interface WithdrawSuccessProps {
  request: WithdrawalRequest
  /** What the person had read when they submitted; null after a reload. */
  reviewed: ReviewedWithdrawal | null
  onWithdrawMore: () => void
}

export function WithdrawSuccess({ request, reviewed, onWithdrawMore }: WithdrawSuccessProps) {
  const coins = `${formatCoins(request.amount_coins)}\u00a0ET`
  return (
    <RequestSubmitted
      request={request}
      title="Withdrawal submitted"
      lead={`${coins} are locked until an administrator decides. Their value is fixed at ${formatUsd(request.amount_usd)}.`}
      notice={reviewed && <Changes request={request} reviewed={reviewed} />}
      again={{ label: 'Withdraw more', onClick: onWithdrawMore }}
    />
  )
}

interface ChangesProps {
  request: WithdrawalRequest
  reviewed: ReviewedWithdrawal
}

/** What became another one between the review and the request. */
function Changes({ request, reviewed }: ChangesProps) {
  return (
    <>
      {compare(reviewed.rate.value, request.rate) !== 0 && (
        <Notice tone="warn" role="status" title="The rate changed before your request arrived.">
          You reviewed {formatUsd(reviewed.usd)} at {formatRate(reviewed.rate.value, 5)} per ET. The request is fixed at{' '}
          {formatUsd(request.amount_usd)}, at {formatRate(request.rate, 5)}. If that is not what you want, cancel it in
          your activity.
        </Notice>
      )}
      {reviewed.address !== request.wallet_address && (
        <Notice tone="bad" role="status" title="The request goes to another wallet address than the one you reviewed.">
          The address in your profile was changed before your request arrived. If that was not you, cancel the request
          in your activity and contact support.
        </Notice>
      )}
    </>
  )
}
