import type { FocusEvent } from 'react'
import { coinStep, formatCoins } from '../../../contract/money.ts'
import type { UserDashboardStats } from '../../../contract/stats.ts'
import { keepOrder, t } from '../../../contract/translate.ts'
import { useHiddenAmounts } from '../../lib/hidden-amounts.ts'
import { AmountStepper } from '../../ui/amount-stepper.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { largestAmount } from './coin-amounts.ts'
import { spendableOf } from './spendable.ts'

interface CoinsFieldProps {
  /** The form of a transfer or a withdrawal. */
  form: {
    spending: { fields: { amount: string }; isPending: boolean }
    faults: { amount: string | undefined }
    typeAmount: (text: string) => void
    leaveAmount: () => void
  }
  /** Undefined while they are unknown. */
  stats: UserDashboardStats | undefined
  /** Called when the focus enters the field or its buttons. */
  onEnter: () => void
  onLeave: () => void
}

/** An amount in steps of 1000, and a button for the largest possible one. */
export function CoinsField({ form, stats, onEnter, onLeave }: CoinsFieldProps) {
  const { isPending } = form.spending
  const { isHidden } = useHiddenAmounts()
  const largest = stats === undefined ? '0' : largestAmount(spendableOf(stats))
  const most = largest === '0' || isHidden ? undefined : keepOrder(`${formatCoins(largest)} ET`)
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (currentTarget.contains(relatedTarget)) return
    onLeave()
    form.leaveAmount()
  }
  return (
    <Field label={t('Amount')} error={form.faults.amount} hint={t('In steps of 1,000 ET.')}>
      <div className="flex max-w-80 flex-wrap gap-2" onFocus={onEnter} onBlur={leave}>
        <AmountStepper
          value={form.spending.fields.amount}
          onChange={form.typeAmount}
          readOnly={isPending}
          step={coinStep}
          min={coinStep}
          max={largest === '0' ? undefined : Number(largest)}
          unit="ET"
          decreaseLabel={t('1,000 ET less')}
          increaseLabel={t('1,000 ET more')}
          enterKeyHint="next"
          className="w-auto min-w-[min(100%,10rem)] flex-1"
        />
        <Button
          variant="ghost"
          disabled={largest === '0' || isPending}
          title={most}
          onClick={() => form.typeAmount(largest)}
        >
          {t('Max')}
          {most && <VisuallyHidden>, {most}</VisuallyHidden>}
        </Button>
      </div>
    </Field>
  )
}
