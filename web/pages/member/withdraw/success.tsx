import { compare, formatRate, formatUsd } from '../../../../contract/money.ts'
import type { WithdrawalRequest } from '../../../../contract/requests.ts'
import { t } from '../../../../contract/translate.ts'
import { RequestSubmitted } from '../../../features/requests/request-submitted.tsx'
import { OwnOutgoingNotice } from '../../../features/requests/own-outgoing-notice.tsx'
import { coinsText } from '../../../lib/coins-text.ts'
import type { ReviewedWithdrawal } from './use-withdrawal-form.ts'
import { Notice } from '../../../ui/notice.tsx'

interface WithdrawSuccessProps {
  request: WithdrawalRequest
  /** The values that the member reviewed before submitting; null after a reload. */
  reviewed: ReviewedWithdrawal | null
  onWithdrawMore: () => void
}

export function WithdrawSuccess({ request, reviewed, onWithdrawMore }: WithdrawSuccessProps) {
  return (
    <RequestSubmitted
      request={request}
      title={t('Withdrawal submitted')}
      lead={t('{coins} are locked until an administrator decides. Their value is fixed at {value}.', {
        coins: coinsText(request.amount_coins),
        value: formatUsd(request.amount_usd),
      })}
      notice={
        <>
          <OwnOutgoingNotice />
          {reviewed && <Changes request={request} reviewed={reviewed} />}
        </>
      }
      again={{ label: t('Withdraw more'), onClick: onWithdrawMore }}
    />
  )
}

interface ChangesProps {
  request: WithdrawalRequest
  reviewed: ReviewedWithdrawal
}

/** Points out the values that changed between the review and the request. */
function Changes({ request, reviewed }: ChangesProps) {
  return (
    <>
      {compare(reviewed.rate.value, request.rate) !== 0 && (
        <Notice tone="warn" role="status" title={t('The rate changed before your request arrived.')}>
          {t(
            'You reviewed {reviewed} at {reviewedRate} per ET. The request is fixed at {fixed}, at {fixedRate}. If that is not what you want, cancel it in your activity.',
            {
              reviewed: formatUsd(reviewed.usd),
              reviewedRate: formatRate(reviewed.rate.value, 5),
              fixed: formatUsd(request.amount_usd),
              fixedRate: formatRate(request.rate, 5),
            },
          )}
        </Notice>
      )}
      {reviewed.address !== request.wallet_address && (
        <Notice
          tone="bad"
          role="status"
          title={t('The request goes to another wallet address than the one you reviewed.')}
        >
          {t(
            'The address in your profile was changed before your request arrived. If that was not you, cancel the request in your activity and contact support.',
          )}
        </Notice>
      )}
    </>
  )
}
