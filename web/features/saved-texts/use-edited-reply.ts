import { useState } from 'react'
import type { SavedReply } from '../../../contract/saved-replies.ts'
import { focusEditButton } from './saved-reply-list.tsx'

/**
 * Keeps which reply the form changes; `edited` is null for a new one. If the open reply is deleted, the form stays and becomes that of
 * a new reply with its values, so that no typed text is lost. `formKey` says which forms are one and the same.
 */
export function useEditedReply() {
  const [{ formKey, edited }, setOpen] = useState<{ formKey: string; edited: SavedReply | null }>(closed)
  return {
    formKey,
    edited,
    edit: (reply: SavedReply) => setOpen({ formKey: reply.id, edited: reply }),
    close: () => setOpen(closed),
    /** Leaves the change of a reply, and moves the focus back to the button that opened it. */
    leave: () => {
      if (!edited) return
      focusEditButton(edited.id)
      setOpen(closed)
    },
    noteDeleted: (id: string) => {
      setOpen((before) => (before.edited?.id === id ? { ...before, edited: null } : before))
    },
  }
}

const closed = { formKey: 'new', edited: null }
