import { formatCoins } from '../../../contract/money.ts'
import type { BuyRequest } from '../../../contract/requests.ts'
import { RequestSubmitted } from './request-submitted.tsx'
import { requestSubmittedTitle } from './use-buy-submission.ts'

interface BuySuccessProps {
  request: BuyRequest
  onBuyMore: () => void
}

export function BuySuccess({ request, onBuyMore }: BuySuccessProps) {
  return (
    <RequestSubmitted
      request={request}
      title={requestSubmittedTitle}
      lead={`An administrator compares your slip with the request for ${formatCoins(request.amount_coins)}\u00a0ET. You can follow it in your activity.`}
      again={{ label: 'Buy more', onClick: onBuyMore }}
    />
  )
}
