import { useEffect, useState } from 'react'
import { idlePromptTexts } from '../../../contract/texts.ts'
import { t, tn } from '../../../contract/translate.ts'
import { promptMs, remainingMs } from '../../lib/idle-clock.ts'
import { staySignedIn } from '../../lib/watch-session.ts'
import { AlertDialog } from '../../ui/alert-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { CountdownRing } from './countdown-ring.tsx'

interface IdlePromptProps {
  open: boolean
  onLeave: () => void
}

/**
 * Asks if the person is still there, in all tabs at once, before signing them out for inactivity. Esc counts as "yes".
 */
export function IdlePrompt({ open, onLeave }: IdlePromptProps) {
  return (
    <AlertDialog
      open={open}
      onOpenChange={(next) => !next && staySignedIn()}
      title={idlePromptTexts.title}
      description={idlePromptTexts.description}
      safeLabel={idlePromptTexts.stay}
      safeVariant="primary"
      action={
        <Button variant="ghost" onClick={onLeave}>
          {idlePromptTexts.leave}
        </Button>
      }
    >
      <Countdown />
    </AlertDialog>
  )
}

const lastCallSeconds = 10

/** Shows the seconds that are left. Screen readers read them when the question opens and ten seconds before the end. */
function Countdown() {
  const [openedAtSeconds] = useState(secondsLeft)
  const [seconds, setSeconds] = useState(openedAtSeconds)
  useEffect(() => {
    const timer = setInterval(() => setSeconds(secondsLeft()), 1000)
    return () => clearInterval(timer)
  }, [])
  const spokenSeconds = seconds > lastCallSeconds ? openedAtSeconds : Math.min(openedAtSeconds, lastCallSeconds)
  return (
    <div className="flex items-center gap-4">
      <CountdownRing seconds={seconds} totalSeconds={promptMs / 1000} />
      <p role="status" className="sr-only">
        {tn('{count} second left', '{count} seconds left', spokenSeconds)}
      </p>
      <p className="text-sm text-ink-2">
        {t('If it comes to that, what you have typed is kept for when you are back.')}
      </p>
    </div>
  )
}

function secondsLeft(): number {
  return Math.ceil(remainingMs() / 1000)
}
