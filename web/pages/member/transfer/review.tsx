import { formatRate, formatUsd } from '../../../../contract/money.ts'
import type { UserDashboardStats } from '../../../../contract/stats.ts'
import { t } from '../../../../contract/translate.ts'
import { coinsText } from '../../../lib/coins-text.ts'
import { BalanceLines, ReviewDialog } from '../../../features/spending/review-dialog.tsx'
import type { TransferForm } from './use-transfer-form.ts'
import { FactRow } from '../../../ui/fact-row.tsx'
import { RecipientCard } from './summary.tsx'

interface TransferReviewProps {
  form: TransferForm
  coins: number | null
  stats: UserDashboardStats | undefined
  onClosed: () => void
}

export function TransferReview({ form: { spending, reviewed }, coins, stats, onClosed }: TransferReviewProps) {
  return (
    <ReviewDialog
      title={t('Review your transfer')}
      submitLabel={t('Submit transfer')}
      spending={spending}
      onClosed={onClosed}
    >
      {reviewed && coins !== null && (
        <>
          <RecipientCard name={reviewed.name} memberId={reviewed.memberId} />
          <dl className="grid text-sm">
            <FactRow name={t('You send')}>{coinsText(String(coins))}</FactRow>
            <FactRow name={t('Value at {rate} per ET', { rate: formatRate(reviewed.rate.value, 4) })}>
              {formatUsd(reviewed.usd)}
            </FactRow>
            {!spending.mayHaveArrived && <BalanceLines coins={String(coins)} stats={stats} />}
          </dl>
        </>
      )}
      <p className="text-sm text-ink-2">
        {t(
          'An administrator decides about the transfer. Until then the coins are locked, and you can cancel the request in your activity.',
        )}
      </p>
    </ReviewDialog>
  )
}
