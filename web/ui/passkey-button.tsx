import { KeyRound } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { t } from '../../contract/translate.ts'
import { Button } from './button.tsx'

interface PasskeyButtonProps {
  onClick: () => void
  busy: boolean
  /** Puts the focus on the button when it appears, before the code. */
  isFirst?: boolean
  /** Off if no field for a code follows. */
  hasAlternative?: boolean
}

/** Uses a passkey, in place of the code that the field below takes. */
export function PasskeyButton({ onClick, busy, isFirst = false, hasAlternative = true }: PasskeyButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isFirst) button.current?.focus()
  }, [isFirst])
  return (
    <div className="grid gap-4">
      <Button ref={button} size="lg" busy={busy} onClick={onClick}>
        <KeyRound aria-hidden="true" />
        {t('Use a passkey')}
      </Button>
      {hasAlternative && (
        <p className="flex items-center gap-3 text-sm text-ink-2 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
          {t('or')}
        </p>
      )}
    </div>
  )
}
