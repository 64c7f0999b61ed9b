import { t, tc } from '../../contract/translate.ts'
import { Checkbox } from './checkbox.tsx'
import { Dialog } from './dialog.tsx'
import { KeyboardKey } from './keyboard-key.tsx'

interface KeyDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Says where on the page the keys work. */
  description: string
  /** The names of keys that have the same effect, and the effect. */
  keys: readonly (readonly [names: readonly string[], effect: string])[]
  /** True if single letters work as keys. People who dictate, or press keys by accident, turn them off. */
  hasLetters: boolean
  onLetters: (isOn: boolean) => void
}

/** All keys of a page, and the switch for those that are single letters. */
export function ShortcutsDialog({ open, onOpenChange, description, keys, hasLetters, onLetters }: KeyDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={tc('of a keyboard', 'Keys')} description={description}>
      <dl className="grid text-sm">
        {keys.map(([names, effect]) => (
          <div key={names[0]} className="flex min-h-10 items-center justify-between gap-4 border-b border-line">
            <dt className="flex gap-1.5">
              {names.map((name) => (
                <KeyboardKey key={name} name={name} />
              ))}
            </dt>
            <dd className="text-end text-ink-2">{effect}</dd>
          </div>
        ))}
      </dl>
      <Checkbox checked={hasLetters} onChange={(event) => onLetters(event.target.checked)} className="mt-4">
        {t('Use single letters as keys')}
      </Checkbox>
    </Dialog>
  )
}
