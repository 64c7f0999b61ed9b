import type { BuyRequest } from '../../../../contract/requests.ts'
import { t } from '../../../../contract/translate.ts'
import { coinsText } from '../../../lib/coins-text.ts'
import { useBuyCheck } from './use-buy-check.ts'
import { RequestSubmitted } from '../../../features/requests/request-submitted.tsx'
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
      lead={useBuyCheck().submitted(coinsText(request.amount_coins))}
      again={{ label: t('Buy more'), onClick: onBuyMore }}
    />
  )
}
