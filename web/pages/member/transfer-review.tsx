import { formatCoins, formatRate, formatUsd } from '../../../contract/money.ts'
import type { UserDashboardStats } from '../../../contract/stats.ts'
import { BalanceLines, ReviewDialog } from '../../features/spending/review-dialog.tsx'
import type { TransferForm } from '../../features/spending/use-transfer-form.ts'
import { FactRow } from '../../ui/fact-row.tsx'
import { RecipientCard } from './transfer-summary.tsx'

interface TransferReviewProps {
  form: TransferForm
  coins: number | null
  stats: UserDashboardStats | undefined
  onClosed: () => void
}

export function TransferReview({ form: { spending, reviewed }, coins, stats, onClosed }: TransferReviewProps) {
  return (
    <ReviewDialog title="Review your transfer" submitLabel="Submit transfer" spending={spending} onClosed={onClosed}>
      {reviewed && coins !== null && (
        <>
          <RecipientCard name={reviewed.name} memberId={reviewed.memberId} />
          <dl className="grid text-sm">
            <FactRow name="You send">{formatCoins(String(coins))}&nbsp;ET</FactRow>
            <FactRow name={`Value at ${formatRate(reviewed.rate.value, 4)} per ET`}>{formatUsd(reviewed.usd)}</FactRow>
            {!spending.mayHaveArrived && <BalanceLines coins={String(coins)} stats={stats} />}
          </dl>
        </>
      )}
      <p className="text-sm text-ink-2">
        An administrator decides about the transfer. Until then the coins are locked, and you can cancel the request in
        your activity.
      </p>
    </ReviewDialog>
  )
}
