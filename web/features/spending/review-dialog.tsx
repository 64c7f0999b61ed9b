import type { ReactNode } from 'react'
import { add, compare, subtract, type Decimal } from '../../../contract/money.ts'
import type { UserDashboardStats } from '../../../contract/stats.ts'
import { t } from '../../../contract/translate.ts'
import { coinsText } from '../../lib/coins-text.ts'
import { useHiddenAmounts } from '../../lib/hidden-amounts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FactRow } from '../../ui/fact-row.tsx'
import { spendableOf } from './spendable.ts'
import { UnknownOutcomeNotice } from './unknown-outcome-notice.tsx'

interface ReviewDialogProps {
  title: string
  submitLabel: string
  spending: {
    isReviewing: boolean
    isPending: boolean
    mayHaveArrived: boolean
    closeReview: () => void
    submit: () => void
  }
  /** Called when the dialog is gone and the focus is back on the page. */
  onClosed: () => void
  children: ReactNode
}

/** Shows the whole request once more before it is sent. On phones it is a sheet from below. */
export function ReviewDialog({ title, submitLabel, spending, onClosed, children }: ReviewDialogProps) {
  return (
    <Dialog
      open={spending.isReviewing}
      onOpenChange={(open) => open || spending.closeReview()}
      onClosed={onClosed}
      title={title}
      firstFocus="title"
      footer={
        <>
          <Button busy={spending.isPending} onClick={spending.submit}>
            {submitLabel}
          </Button>
          <Button variant="ghost" aria-disabled={spending.isPending || undefined} onClick={spending.closeReview}>
            {t('Back')}
          </Button>
        </>
      }
    >
      {children}
      {spending.mayHaveArrived && !spending.isPending && <UnknownOutcomeNotice />}
    </Dialog>
  )
}

/**
 * The coins before and after. Empty if they are too few, because the request may have arrived and have locked them
 * already.
 */
export function BalanceLines({ coins, stats }: { coins: Decimal; stats: UserDashboardStats | undefined }) {
  const { mask } = useHiddenAmounts()
  if (!stats || compare(spendableOf(stats), coins) < 0) return null
  const { locked_coins: locked } = stats
  const available = spendableOf(stats)
  return (
    <>
      <FactRow name={t('Available now')}>{coinsText(available, mask)}</FactRow>
      <FactRow name={t('Available after')}>{coinsText(subtract(available, coins), mask)}</FactRow>
      <FactRow name={t('Locked after')}>{coinsText(add(locked, coins), mask)}</FactRow>
    </>
  )
}
