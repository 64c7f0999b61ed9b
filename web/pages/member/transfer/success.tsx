import type { TransferRequest } from '../../../../contract/requests.ts'
import { t } from '../../../../contract/translate.ts'
import { RequestSubmitted } from '../../../features/requests/request-submitted.tsx'
import { OwnOutgoingNotice } from '../../../features/requests/own-outgoing-notice.tsx'
import { coinsText } from '../../../lib/coins-text.ts'

interface TransferSuccessProps {
  request: TransferRequest
  onSendAnother: () => void
}

export function TransferSuccess({ request, onSendAnother }: TransferSuccessProps) {
  return (
    <RequestSubmitted
      request={request}
      title={t('Transfer submitted')}
      lead={t('{coins} go to {name} when an administrator approves the transfer. Until then they are locked.', {
        coins: coinsText(request.amount_coins),
        name: request.recipient_profile.full_name,
      })}
      notice={<OwnOutgoingNotice />}
      again={{ label: t('Send another'), onClick: onSendAnother }}
    />
  )
}
