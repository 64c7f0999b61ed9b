import { Keyboard } from 'lucide-react'
import { t } from '../../../../contract/translate.ts'
import { DensityButton } from '../../../features/data-list/density-button.tsx'
import { useLetterKeys } from '../../../lib/letter-keys.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { ShortcutsDialog } from '../../../ui/shortcuts-dialog.tsx'
import { ColumnsChoice } from './columns-choice.tsx'
import { userShortcuts } from './shortcuts.ts'

/** The buttons for the density and the columns of the table, and for its keys. */
export function TableTools({ onHelp }: { onHelp: () => void }) {
  return (
    <>
      {/* Shown only on screens with room for a keyboard. */}
      <IconButton size="sm" label={t('All keys')} onClick={onHelp} className="max-lg:hidden">
        <Keyboard aria-hidden="true" />
      </IconButton>
      <DensityButton />
      <ColumnsChoice />
    </>
  )
}

/** The dialog with all keys of the list. */
export function Help(props: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const { isOn, turn } = useLetterKeys()
  return (
    <ShortcutsDialog
      {...props}
      description={t('They work while nobody types.')}
      keys={userShortcuts}
      hasLetters={isOn}
      onLetters={turn}
    />
  )
}
