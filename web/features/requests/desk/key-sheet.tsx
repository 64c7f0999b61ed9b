import { Keyboard } from 'lucide-react'
import { t } from '../../../../contract/translate.ts'
import { useLetterKeys } from '../../../lib/letter-keys.ts'
import { richText } from '../../../lib/rich-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Key, KeyDialog } from '../../../ui/key-dialog.tsx'

interface KeySheetProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** All keys of a desk, and the switch for those that are single letters. */
export function KeySheet({ open, onOpenChange }: KeySheetProps) {
  const { isOn, turn } = useLetterKeys()
  return (
    <KeyDialog
      open={open}
      onOpenChange={onOpenChange}
      description={t('They work on the whole page, except while something is typed. J or K leads to the queue first.')}
      keys={keys}
      hasLetters={isOn}
      onLetters={turn}
    />
  )
}

const keys: [string[], string][] = [
  [['J', '↓'], t('next request')],
  [['K', '↑'], t('previous request')],
  [['Enter'], t('go to the request')],
  [['A'], t('approve, then Enter confirms')],
  [['R'], t('reject, with a reason')],
  [['Ctrl + Enter'], t('confirm, wherever the focus is in the question')],
  [['?'], t('this list')],
  [['+', '−', '0', ']'], t('on the file: larger, smaller, fit, rotate')],
]

/** The keys that matter most, and the way to the others. Only where there is room for a keyboard. */
export function KeyHints({ onOpen }: { onOpen: () => void }) {
  const { isOn } = useLetterKeys()
  return (
    <div className="flex items-center gap-3 text-sm text-ink-3 max-lg:hidden">
      {isOn && (
        <p>
          {richText('{next} {previous} move · {a} approve · {r} reject', {
            next: <Key name="J" />,
            previous: <Key name="K" />,
            a: <Key name="A" />,
            r: <Key name="R" />,
          })}
        </p>
      )}
      <Button variant="quiet" size="sm" onClick={onOpen}>
        <Keyboard aria-hidden="true" />
        {t('All keys')}
      </Button>
    </div>
  )
}
