import { formatCoins } from '../../../contract/money.ts'
import type { TransferRequest } from '../../../contract/requests.ts'
import { RequestSubmitted } from '../../features/requests/request-submitted.tsx'

interface TransferSuccessProps {
  request: TransferRequest
  onSendAnother: () => void
}

export function TransferSuccess({ request, onSendAnother }: TransferSuccessProps) {
  const coins = `${formatCoins(request.amount_coins)}\u00a0ET`
  return (
    <RequestSubmitted
      request={request}
      title="Transfer submitted"
      lead={`${coins} go to ${request.recipient_profile.full_name} when an administrator approves the transfer. Until then they are locked.`}
      again={{ label: 'Send another', onClick: onSendAnother }}
    />
  )
}
