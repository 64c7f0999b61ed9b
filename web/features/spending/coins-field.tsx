import type { FocusEvent } from 'react'
import { coinStep, formatCoins, type Decimal } from '../../../contract/money.ts'
import { useHiddenAmounts } from '../../lib/hidden-amounts.ts'
import { AmountStepper } from '../../ui/amount-stepper.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { largestAmount } from './coin-amounts.ts'

interface CoinsFieldProps {
  value: string
  /** Undefined while it is not known. */
  available: Decimal | undefined
  error: string | undefined
  readOnly: boolean
  onChange: (text: string) => void
  /** The focus came into the field or its buttons. */
  onEnter: () => void
  onLeave: () => void
}

/** An amount in steps of 1000, and a button for the largest one there is. */
export function CoinsField({ value, available, error, readOnly, onChange, onEnter, onLeave }: CoinsFieldProps) {
  const { isHidden } = useHiddenAmounts()
  const largest = available === undefined ? '0' : largestAmount(available)
  const most = largest === '0' || isHidden ? undefined : `${formatCoins(largest)} ET`
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) onLeave()
  }
  return (
    <Field label="Amount" error={error} hint="In steps of 1,000 ET.">
      <div className="flex max-w-80 flex-wrap gap-2" onFocus={onEnter} onBlur={leave}>
        <AmountStepper
          value={value}
          onChange={onChange}
          readOnly={readOnly}
          step={coinStep}
          min={coinStep}
          max={largest === '0' ? undefined : Number(largest)}
          unit="ET"
          decreaseLabel="1,000 ET less"
          increaseLabel="1,000 ET more"
          enterKeyHint="next"
          className="w-auto min-w-[min(100%,10rem)] flex-1"
        />
        <Button variant="ghost" disabled={largest === '0' || readOnly} title={most} onClick={() => onChange(largest)}>
          Max
          {most && <VisuallyHidden>, {most}</VisuallyHidden>}
        </Button>
      </div>
    </Field>
  )
}
