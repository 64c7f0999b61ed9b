import { useQuery } from '@tanstack/react-query'
import { useId, useState, type KeyboardEvent } from 'react'
import type { SavedReply } from '../../../contract/saved-replies.ts'
import { savedRepliesQuery } from './saved-replies-query.ts'

interface SlashOptions {
  /** Members have none. */
  isOn: boolean
  text: string
  onChoose: (content: string) => void
}

export type SlashReplies = ReturnType<typeof useSlashReplies>

/** A message that begins with a slash asks for a saved reply, by its title. */
export function useSlashReplies({ isOn, text, onChoose }: SlashOptions) {
  const listId = useId()
  // A place in the list belongs to what was typed then: other letters make another list.
  const [active, setActive] = useState({ text: '', index: 0 })
  const [dismissed, setDismissed] = useState<string>()
  const isOpen = isOn && text.startsWith('/') && !text.includes('\n') && dismissed !== text
  const read = useQuery({ ...savedRepliesQuery, enabled: isOpen })
  const wanted = text.slice(1).trim().toLowerCase()
  const matches = (read.data?.items ?? []).filter(({ title }) => title.toLowerCase().includes(wanted))
  const index = Math.min(active.text === text ? active.index : 0, matches.length - 1)

  const choose = ({ content }: SavedReply) => onChoose(content)
  const moveTo = (next: number) => setActive({ text, index: Math.max(0, Math.min(next, matches.length - 1)) })
  /** Whether the key was meant for the list. */
  const takeKey = (event: KeyboardEvent): boolean => {
    const chosen = matches[index]
    if (!isOpen) return false
    const isEnter = event.key === 'Enter' && !event.shiftKey
    if (event.key === 'Escape') setDismissed(text)
    else if (chosen && event.key === 'ArrowDown') moveTo(index + 1)
    else if (chosen && event.key === 'ArrowUp') moveTo(index - 1)
    else if (chosen && isEnter) choose(chosen)
    // While the list is on its way Enter does nothing: the title of a reply is not what the member is to read.
    else if (!(isEnter && read.isLoading)) return false
    event.preventDefault()
    return true
  }
  return { isOpen, read, matches, index, listId, choose, takeKey }
}

export function optionId(listId: string, index: number): string {
  return `${listId}-${index}`
}
