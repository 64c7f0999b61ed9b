import { t } from '../../../../contract/translate.ts'
import { coinsText } from '../../../lib/coins-text.ts'
import type { PaymentState } from '../../../features/requests/approvals/use-payment.ts'
import { formatUsd } from '../../../../contract/money.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'

/** The choice to credit a part, while the chosen transfers bring less than the request costs. */
export function PartCredit({ payment }: { payment: PaymentState }) {
  const { sums, isPart, isFixed } = payment
  if (!sums?.isShort) return null
  return (
    <Checkbox checked={isPart} disabled={isFixed} onChange={({ target }) => payment.creditPart(target.checked)}>
      {t('Credit a part: {coins} for {usd}. It is no package, and brings neither bonus nor reward.', {
        coins: coinsText(sums.partCoins),
        usd: formatUsd(sums.partUsd),
      })}
    </Checkbox>
  )
}
