import { useId, type ReactNode } from 'react'
import { cn } from './cn.ts'

export interface RadioCard {
  value: string
  /** The accessible name and the first line of the card. */
  label: ReactNode
  /** Further lines, such as the price and the terms. */
  detail?: ReactNode
  disabled?: boolean | undefined
}

interface RadioCardsProps {
  legend: ReactNode
  legendHidden?: boolean | undefined
  cards: readonly RadioCard[]
  value: string | null
  onChange: (value: string) => void
  onBlur?: (() => void) | undefined
  name?: string | undefined
  error?: string | undefined
  /** The layout of the cards; by default two columns from 600 px. */
  className?: string | undefined
}

/**
 * One choice among a few that need more than a word each. The radios are native: one tab stop, and arrow keys move the
 * choice.
 */
export function RadioCards({
  legend,
  legendHidden,
  cards,
  value,
  onChange,
  onBlur,
  name,
  error,
  className,
}: RadioCardsProps) {
  const id = useId()
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined} onBlur={onBlur}>
      <legend className={cn('mb-2 text-sm font-semibold', legendHidden && 'sr-only')}>{legend}</legend>
      <div className={cn('grid gap-3 sm:grid-cols-2', className)}>
        {cards.map((card) => (
          <label
            key={card.value}
            className={cn(
              'flex gap-3 rounded-3 border border-line bg-surface p-4 transition-colors duration-(--dur-1)',
              'hover:border-line-strong has-checked:border-brand has-checked:bg-brand-soft has-checked:ring-1 has-checked:ring-brand',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
              'has-disabled:bg-sunken has-disabled:text-ink-3',
              error && 'border-bad',
            )}
          >
            <input
              type="radio"
              name={name ?? id}
              value={card.value}
              checked={card.value === value}
              disabled={card.disabled}
              onChange={() => onChange(card.value)}
              className="mt-0.5 size-5 flex-none appearance-none rounded-full border border-line-strong bg-surface outline-none checked:border-6 checked:border-brand"
            />
            <span className="grid min-w-0 flex-1 gap-1">
              <span className="font-semibold">{card.label}</span>
              {card.detail != null && <span className="text-sm text-ink-2">{card.detail}</span>}
            </span>
          </label>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} className="mt-2 text-sm font-semibold text-bad">
          {error}
        </p>
      )}
    </fieldset>
  )
}
