import { formatUsdt } from '../../../../../contract/money.ts'
import type { WithdrawalRequest } from '../../../../../contract/requests.ts'
import { t } from '../../../../../contract/translate.ts'
import { usdtAmount } from '../../../../lib/coins-text.ts'
import { richText } from '../../../../lib/rich-text.ts'
import { kinds } from '../../kinds/kinds.ts'
import { rateMatchesText, accountUnderReviewText } from '../common-texts.ts'
import { valueCheck } from '../value-check.ts'
import type { KindReview } from './kind-review.ts'

export const withdrawalReview: KindReview<WithdrawalRequest> = {
  heading: () => kinds.withdrawal.name,
  usdtOf: ({ usdt_amount: usdt }) => usdt,
  QueueNote: () => null,
  fileOf: ({ attachment_id: id }) =>
    id === null ? null : { id, delay: t('You can approve once the attachment has been shown.') },
  obstacle: () => undefined,
  checks: (request, review) => [valueCheck(request, review)],
  agreement: rateMatchesText,
  hasEffectsTable: true,
  Particulars: ({ request }) => (
    <>
      {request.usdt_amount !== null && <> · {usdtAmount(formatUsdt(request.usdt_amount))}</>}
      <br />
      {richText('to {address}', { address: <span className="mono break-all">{request.wallet_address}</span> })}
    </>
  ),
  rejectionReasons: [
    t('The wallet address is not right. Please check it in your profile.'),
    t('The wallet address is new. Please confirm it to support.'),
    accountUnderReviewText,
  ],
}
