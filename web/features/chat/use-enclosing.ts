import { useState, useSyncExternalStore, type ClipboardEvent, type DragEvent } from 'react'
import { chatFilesMax } from '../../../contract/endpoints/chat.ts'
import { t } from '../../../contract/translate.ts'
import type { ConversationSide } from './conversation-side.ts'
import { enclosuresOf, type EnclosedFile } from './enclosures.ts'
import { loadEnclosing } from './load-enclosing.ts'

/** The files and the request of the next message, and the ways to add files to it: the choice, the clipboard and dropping. */
export function useEnclosing(side: ConversationSide) {
  const box = enclosuresOf(side)
  const enclosures = useSyncExternalStore(box.subscribe, box.get)
  const [problem, setProblem] = useState<string>()
  const [isDragged, setIsDragged] = useState(false)

  const add = (files: readonly File[]) => {
    const room = Math.max(0, chatFilesMax - enclosures.files.length)
    setProblem(files.length > room ? tooManyText : undefined)
    const added = files.slice(0, room)
    if (added.length > 0) void loadEnclosing().then(({ encloseFiles }) => encloseFiles(side, added), noteFailure)
  }
  const noteFailure = () => setProblem(t('This could not be loaded. Try again'))
  // The page behind the chat may take files, too. Those for the chat do not reach it.
  const claim = (event: ClipboardEvent | DragEvent, files: DataTransfer | null) => {
    if (!files?.types.includes('Files')) return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }
  return {
    enclosures,
    problem,
    isDragged,
    add,
    onPaste: (event: ClipboardEvent) => {
      if (claim(event, event.clipboardData)) add([...event.clipboardData.files])
    },
    dropProps: {
      onDragOver: (event: DragEvent) => setIsDragged(claim(event, event.dataTransfer)),
      onDragLeave: () => setIsDragged(false),
      onDrop: (event: DragEvent) => {
        setIsDragged(false)
        if (claim(event, event.dataTransfer)) add([...event.dataTransfer.files])
      },
    },
  }
}

export type Enclosing = ReturnType<typeof useEnclosing>

const tooManyText = t('A message takes {count} files at most.', { count: chatFilesMax })

/** Says why a message with these files cannot be sent yet; undefined if it can. */
export function obstacleOf(files: readonly EnclosedFile[]): string | undefined {
  if (files.length > chatFilesMax) return tooManyText
  if (files.some(({ progress }) => progress !== undefined))
    return t('A file is still being uploaded. Please wait a moment.')
  if (files.some(({ stored }) => !stored)) return t('One file was not uploaded. Upload it again, or remove it.')
  return undefined
}
