import { Minus, Plus } from 'lucide-react'
import type { ComponentProps, KeyboardEvent } from 'react'
import { t } from '../../contract/translate.ts'
import { cn } from './cn.ts'
import { useFieldControl } from './field.tsx'
import { stepAmount, type StepRange } from './step-amount.ts'
import { bareControlStyles, controlFrameStyles, controlStyles } from './text-input.tsx'

interface AmountStepperProps
  extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type' | 'min' | 'max' | 'step'>, StepRange {
  value: string
  onChange: (value: string) => void
  decreaseLabel?: string
  increaseLabel?: string
}

/**
 * A field for a whole amount. It is a text field, as the mouse wheel would change a number input. Arrow keys and − / +
 * move the amount by one step.
 */
export function AmountStepper({
  value,
  onChange,
  step,
  min,
  max,
  unit,
  decreaseLabel = t('Decrease'),
  increaseLabel = t('Increase'),
  className,
  ...props
}: AmountStepperProps) {
  const control = useFieldControl()
  const isLocked = props.disabled === true || props.readOnly === true
  const move = (direction: 1 | -1) => onChange(stepAmount(value, direction, { step, min, max, unit }))
  const moveByArrow = (event: KeyboardEvent) => {
    if (isLocked || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    move(event.key === 'ArrowUp' ? 1 : -1)
  }
  // The width stays that of a finger in larger text, too, which needs the room itself.
  const buttonStyles =
    'grid h-full w-[44px] flex-none place-items-center text-link hover:bg-brand-soft focus-visible:-outline-offset-2 disabled:text-ink-3 disabled:opacity-60 disabled:hover:bg-transparent'

  return (
    <div className={cn(controlStyles, controlFrameStyles, 'flex items-center overflow-hidden', className)}>
      <button
        type="button"
        aria-label={decreaseLabel}
        disabled={isLocked}
        onClick={() => move(-1)}
        className={buttonStyles}
      >
        <Minus aria-hidden="true" size={18} />
      </button>
      <input
        autoComplete="off"
        {...control}
        {...props}
        type="text"
        inputMode="numeric"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={moveByArrow}
        className={cn(bareControlStyles, 'text-center font-semibold')}
      />
      {unit && <span className="flex-none pe-2 text-sm font-semibold text-ink-3">{unit}</span>}
      <button
        type="button"
        aria-label={increaseLabel}
        disabled={isLocked}
        onClick={() => move(1)}
        className={buttonStyles}
      >
        <Plus aria-hidden="true" size={18} />
      </button>
    </div>
  )
}
