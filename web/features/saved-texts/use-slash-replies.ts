import { useQuery } from '@tanstack/react-query'
import { useId, useState, type KeyboardEvent } from 'react'
import type { ReplyPurpose } from '../../../contract/endpoints/saved-replies.ts'
import type { SavedReply } from '../../../contract/saved-replies.ts'
import { savedRepliesQuery } from './saved-replies-query.ts'

interface SlashOptions {
  /** False for members, who have no saved replies. */
  isOn: boolean
  /** The place in which the text is written. Other purposes have other replies. */
  purpose?: ReplyPurpose | undefined
  text: string
  onChoose: (content: string) => void
}

export type SlashReplies = ReturnType<typeof useSlashReplies>

/** Finds saved replies by their titles, while a message begins with a slash. */
export function useSlashReplies({ isOn, purpose = 'chat', text, onChoose }: SlashOptions) {
  const listId = useId()
  // The place in the list belongs to the text that was typed then. Other text makes another list.
  const [active, setActive] = useState({ text: '', index: 0 })
  const [dismissed, setDismissed] = useState<string>()
  const isOpen = isOn && text.startsWith('/') && !text.includes('\n') && dismissed !== text
  const read = useQuery({ ...savedRepliesQuery, enabled: isOpen })
  const wanted = text.slice(1).trim().toLowerCase()
  const items = (read.data?.items ?? []).filter((reply) => reply.purpose === purpose)
  const matches = items.filter(({ title }) => title.toLowerCase().includes(wanted))
  const index = Math.min(active.text === text ? active.index : 0, matches.length - 1)

  const choose = ({ content }: SavedReply) => onChoose(content)
  const moveTo = (next: number) => setActive({ text, index: Math.max(0, Math.min(next, matches.length - 1)) })
  /** Handles a key; returns true if it was meant for the list. */
  const takeKey = (event: KeyboardEvent): boolean => {
    const chosen = matches[index]
    if (!isOpen) return false
    const isEnter = event.key === 'Enter' && !event.shiftKey
    if (event.key === 'Escape') setDismissed(text)
    else if (chosen && event.key === 'ArrowDown') moveTo(index + 1)
    else if (chosen && event.key === 'ArrowUp') moveTo(index - 1)
    else if (chosen && isEnter) choose(chosen)
    // While the list is loading, Enter does nothing: the typed title of a reply must not be sent to the member.
    else if (!(isEnter && read.isLoading)) return false
    event.preventDefault()
    return true
  }
  return { isOpen, read, items, matches, index, listId, choose, takeKey }
}

export function optionId(listId: string, index: number): string {
  return `${listId}-${index}`
}
