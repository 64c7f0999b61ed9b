import { useEffect, useState, type ComponentType } from 'react'
import { fallbackTexts } from '../../../contract/texts.ts'
import { t } from '../../../contract/translate.ts'
import { toast } from '../../ui/toast.ts'
import type { PalettePage } from './palette-commands.ts'
import { isPaletteChord, setPaletteOpen, togglePalette, useIsPaletteOpen } from './palette-open.ts'

interface CommandPaletteProps {
  pages: readonly PalettePage[]
}

/** Stands once in the administrators' area: opens the search for everything by its keys. What it shows is loaded then. */
export function CommandPalette({ pages }: CommandPaletteProps) {
  const isOpen = useIsPaletteOpen()
  const [Panel, setPanel] = useState<ComponentType<CommandPaletteProps>>()
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isPaletteChord(event)) return
      // The browser would go to its own search.
      event.preventDefault()
      if (!isQuestionOpen()) togglePalette()
    }
    addEventListener('keydown', press)
    return () => {
      removeEventListener('keydown', press)
      setPaletteOpen(false)
    }
  }, [])
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

/** Whoever is asked something answers that first. */
function isQuestionOpen(): boolean {
  return document.querySelector('[role=alertdialog], [role=dialog]:not([data-palette])') !== null
}
