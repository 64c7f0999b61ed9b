import { formatExactUsdt, formatUsd } from '../../../../contract/money.ts'
import { t, tn } from '../../../../contract/translate.ts'
import { coinsText } from '../../../lib/coins-text.ts'
import { Notice } from '../../../ui/notice.tsx'
import type { RequestReview } from './kinds/kind-review.ts'
import type { PaymentState } from './use-payment.ts'

/** Says before an approval of a buy which transfers pay for it, and what it credits. */
export function PaymentNote({ payment, review }: { payment: PaymentState; review: RequestReview | undefined }) {
  const { sums, candidates, isPart } = payment
  if (!review?.chain || review.chain.state === 'not_checked') return null
  if (!sums) {
    return <Notice tone="warn" title={t('No transfer on chain is chosen. Only the slip speaks for the payment.')} />
  }
  return (
    <Notice
      title={tn(
        'Paid by a transfer of {usdt} USDT.',
        'Paid by {count} transfers of {usdt} USDT together.',
        candidates.length,
        {
          usdt: formatExactUsdt(sums.received),
        },
      )}
    >
      {isPart &&
        t('Only a part is credited: {coins} for {usd}.', {
          coins: coinsText(sums.partCoins),
          usd: formatUsd(sums.partUsd),
        })}
    </Notice>
  )
}
