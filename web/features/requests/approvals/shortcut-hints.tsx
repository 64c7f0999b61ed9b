import { Keyboard } from 'lucide-react'
import { t } from '../../../../contract/translate.ts'
import { decideRequest } from '../../../../contract/endpoints/requests.ts'
import { useLetterKeys } from '../../../lib/letter-keys.ts'
import { richText } from '../../../lib/rich-text.ts'
import { useMay } from '../../../lib/use-may.ts'
import { Button } from '../../../ui/button.tsx'
import { KeyboardKey } from '../../../ui/keyboard-key.tsx'

/** The most important keys, and a button for all others. Shown only on screens with room for it. */
export function ShortcutHints({ onOpen }: { onOpen: () => void }) {
  const { isOn } = useLetterKeys()
  const mayDecide = useMay()(decideRequest)
  return (
    <div className="flex items-center gap-3 text-sm text-ink-3 max-lg:hidden">
      {isOn && mayDecide && (
        <p>
          {richText('{next} {previous} move · {a} approve · {r} reject', {
            next: <KeyboardKey name="J" />,
            previous: <KeyboardKey name="K" />,
            a: <KeyboardKey name="A" />,
            r: <KeyboardKey name="R" />,
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
