import { Keyboard } from 'lucide-react'
import { t, tc } from '../../../../contract/translate.ts'
import { richText } from '../../../lib/rich-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { useDeskKeys } from './desk-keys.ts'

interface KeySheetProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** All keys of a desk, and the switch for those that are single letters. */
export function KeySheet({ open, onOpenChange }: KeySheetProps) {
  const { isOn, turn } = useDeskKeys()
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={tc('of a keyboard', 'Keys')}
      description={t('They work while the focus is in the queue.')}
    >
      <dl className="grid text-sm">
        {keys.map(([names, effect]) => (
          <div key={names[0]} className="flex min-h-10 items-center justify-between gap-4 border-b border-line">
            <dt className="flex gap-1.5">
              {names.map((name) => (
                <Key key={name} name={name} />
              ))}
            </dt>
            <dd className="text-end text-ink-2">{effect}</dd>
          </div>
        ))}
      </dl>
      <Checkbox checked={isOn} onChange={(event) => turn(event.target.checked)} className="mt-4">
        {t('Use single letters as keys')}
      </Checkbox>
    </Dialog>
  )
}

const keys: [string[], string][] = [
  [['J', '↓'], t('next request')],
  [['K', '↑'], t('previous request')],
  [['Enter'], t('go to the request')],
  [['A'], t('approve, then Enter confirms')],
  [['R'], t('reject, then Enter confirms')],
  [['?'], t('this list')],
  [['+', '−', '0', ']'], t('on the file: larger, smaller, fit, rotate')],
]

/** The keys that matter most, and the way to the others. Only where there is room for a keyboard. */
export function KeyHints({ onOpen }: { onOpen: () => void }) {
  const { isOn } = useDeskKeys()
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

function Key({ name }: { name: string }) {
  return <kbd className="mono rounded-1 border border-line-strong bg-surface px-1.5 text-2xs text-ink-2">{name}</kbd>
}
