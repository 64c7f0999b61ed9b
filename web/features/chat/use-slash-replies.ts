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
  const [active, setActive] = useState(0)
  const [dismissed, setDismissed] = useState<string>()
  const isOpen = isOn && text.startsWith('/') && !text.includes('\n') && dismissed !== text
  const read = useQuery({ ...savedRepliesQuery, enabled: isOpen })
  const wanted = text.slice(1).trim().toLowerCase()
  const matches = (read.data?.items ?? []).filter(({ title }) => title.toLowerCase().includes(wanted))
  const index = Math.min(active, matches.length - 1)

  const choose = ({ content }: SavedReply) => {
    setActive(0)
    onChoose(content)
  }
  /** Whether the key was meant for the list. */
  const takeKey = (event: KeyboardEvent): boolean => {
    const chosen = matches[index]
    if (!isOpen || (!chosen && event.key !== 'Escape')) return false
    if (event.key === 'Escape') setDismissed(text)
    else if (event.key === 'ArrowDown') setActive(Math.min(index + 1, matches.length - 1))
    else if (event.key === 'ArrowUp') setActive(Math.max(index - 1, 0))
    else if (chosen && event.key === 'Enter' && !event.shiftKey) choose(chosen)
    else return false
    event.preventDefault()
    return true
  }
  return { isOpen, read, matches, index, listId, choose, takeKey }
}

export function optionId(listId: string, index: number): string {
  return `${listId}-${index}`
}
