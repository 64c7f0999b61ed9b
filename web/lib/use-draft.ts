import { useEffect, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { draftOf, dropDraft, keepDraft, readDraft, restorable, visitor, type DraftOwner } from './drafts.ts'
import { useSession } from './session.ts'

interface DraftOptions {
  /** Fields that are never kept, besides those whose names tell that they are secret. */
  leaveOut?: readonly string[] | undefined
}

/**
 * Keeps the changed fields of a form until it has been sent: call it right after useForm, whose default values must be
 * there by then, and `drop` when the form has been accepted. Resetting the form to what was saved drops the draft, too.
 */
export function useDraft<Values extends FieldValues>(
  key: string,
  form: UseFormReturn<Values>,
  { leaveOut }: DraftOptions = {},
): { isRestored: boolean; drop: () => void } {
  const owner = useDraftOwner()
  const [isRestored] = useState(() => {
    const values = form.getValues()
    const kept = restorable(readDraft(owner, key), values, leaveOut)
    if (Object.keys(kept).length === 0) return false
    // Before the first drawing, so that a choice which depends on another one finds it made.
    form.reset({ ...values, ...kept }, { keepDefaultValues: true })
    return true
  })
  const left = leaveOut?.join()
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values, defaultValues }) => {
          const changed = draftOf(values, defaultValues ?? {}, left?.split(','))
          if (Object.keys(changed).length === 0) dropDraft(owner, key)
          else keepDraft(owner, key, changed)
        },
      }),
    [form, owner, key, left],
  )
  return { isRestored, drop: () => dropDraft(owner, key) }
}

/** The same for one text that belongs to no form, such as a note; another key is another text. */
export function useTextDraft(key: string): { text: string; setText: (text: string) => void; drop: () => void } {
  const owner = useDraftOwner()
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({})
  const kept = () => {
    const draft = readDraft(owner, key)
    return typeof draft === 'string' ? draft : ''
  }
  const setText = (text: string) => {
    setTexts((before) => ({ ...before, [key]: text }))
    if (text === '') dropDraft(owner, key)
    else keepDraft(owner, key, text)
  }
  return { text: texts[key] ?? kept(), setText, drop: () => setText('') }
}

/** Whoever typed stays the owner, also in the moment between their sign-out and the next page. */
function useDraftOwner(): DraftOwner {
  const { user } = useSession()
  const [owner] = useState(user?.id ?? visitor)
  return owner
}
