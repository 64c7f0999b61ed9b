import { formatUsdt } from '../../../../contract/money.ts'
import type { BuyRequest } from '../../../../contract/requests.ts'
import { usdtAmount } from '../../../lib/coins-text.ts'
import { richText } from '../../../lib/rich-text.ts'
import type { RequestReview } from '../../../features/requests/approvals/kinds/kind-review.ts'

interface SlipFiguresProps {
  request: BuyRequest
  review: RequestReview | undefined
}

/** The figures that a slip has to show. Only the administrator compares them; the program reads no slip. */
export function SlipFigures({ request, review }: SlipFiguresProps) {
  const amount = (
    <strong className="font-semibold whitespace-nowrap text-ink">{usdtAmount(formatUsdt(request.usdt_amount))}</strong>
  )
  const address = review?.deposit_address
  return (
    // The line is as high without the address, which arrives a moment later.
    <p className="min-h-14 px-4 pt-4 text-sm text-ink-2">
      {address
        ? richText('Compare the slip: {amount} to {address}', {
            amount,
            address: <strong className="mono font-semibold break-all text-ink">{address}</strong>,
          })
        : richText('Compare the slip: {amount}', { amount })}
    </p>
  )
}
