import { t } from '../../../contract/translate.ts'
import { Button } from '../../ui/button.tsx'
import { pickReason } from './pick-reason.ts'

interface ReasonPicksProps {
  /** Sentences that often fit. */
  reasons: readonly string[]
  text: string
  onText: (text: string) => void
  isReadOnly: boolean
  /** True if the first reason takes the focus of a dialog that a key has opened. */
  isFocused?: boolean | undefined
}

/** Sentences that often fit as a reason. A click puts one in front of the typed text, in place of an earlier pick. */
export function ReasonPicks({ reasons, text, onText, isReadOnly, isFocused }: ReasonPicksProps) {
  const picked = text.split('\n', 1)[0]
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="mb-1.5 text-sm font-semibold">{t('Pick a reason')}</legend>
      {reasons.map((reason, index) => (
        <Button
          key={reason}
          variant="ghost"
          size="sm"
          aria-pressed={reason === picked}
          data-dialog-action={index === 0 && isFocused ? '' : undefined}
          className="h-auto min-h-8 py-1 pointer-coarse:min-h-11 text-start whitespace-normal aria-pressed:border-brand aria-pressed:bg-brand-soft"
          onClick={() => !isReadOnly && onText(pickReason(text, reason, reasons))}
        >
          {reason}
        </Button>
      ))}
    </fieldset>
  )
}
