import { useEffect, useState, type ComponentType } from 'react'
import { fallbackTexts } from '../../../contract/texts.ts'
import { t } from '../../../contract/translate.ts'
import { useKeys } from '../../lib/use-keys.ts'
import { toast } from '../../ui/toast.ts'
import type { PalettePage } from './palette-commands.ts'
import { isPaletteShortcut, keepEarlyLetter, setPaletteOpen, togglePalette, useIsPaletteOpen } from './palette-open.ts'

interface CommandPaletteProps {
  pages: readonly PalettePage[]
}

/**
 * Opens the search for everything by its keys. It stands once in the administrators' area, and loads the dialog when it
 * is first opened.
 */
export function CommandPalette({ pages }: CommandPaletteProps) {
  const isOpen = useIsPaletteOpen()
  const [Panel, setPanel] = useState<ComponentType<CommandPaletteProps>>()
  useKeys((event) => {
    if (!isPaletteShortcut(event)) return
    // The browser's own search would open too.
    event.preventDefault()
    if (!isQuestionOpen()) togglePalette()
  })
  useKeys(keepEarlyLetter, { isOn: isOpen && !Panel, isFirst: true })
  useEffect(() => () => setPaletteOpen(false), [])
  useEffect(() => {
    if (!isOpen) return
    import('./palette-dialog.tsx').then(
      ({ PaletteDialog }) => setPanel(() => PaletteDialog),
      () => {
        setPaletteOpen(false)
        toast({ title: t('Search'), description: fallbackTexts.network, variant: 'destructive' })
      },
    )
  }, [isOpen])
  return Panel ? <Panel pages={pages} /> : null
}

/** True while a dialog is open: the person answers that first. */
function isQuestionOpen(): boolean {
  return document.querySelector('[role=alertdialog], [role=dialog]:not([data-palette])') !== null
}
