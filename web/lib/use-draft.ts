import { useEffect, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { draftOf, dropDraft, keepDraft, readDraft, restorableFields, visitor, type DraftOwner } from './drafts.ts'
import { useSession } from './session.ts'

interface DraftOptions {
  /** Further fields to leave out. Fields with secret names are never kept anyway. */
  leaveOut?: readonly string[] | undefined
}

/**
 * Keeps the changed fields of a form until it is sent. Call it right after useForm, when the default values are there,
 * and call `drop` once the form is accepted. Resetting the form to the saved values drops the draft too.
 */
export function useDraft<Values extends FieldValues>(
  key: string,
  form: UseFormReturn<Values>,
  { leaveOut }: DraftOptions = {},
): { isRestored: boolean; drop: () => void } {
  const owner = useDraftOwner()
  const [isRestored] = useState(() => {
    const values = form.getValues()
    const kept = restorableFields(readDraft(owner, key), values, leaveOut)
    if (Object.keys(kept).length === 0) return false
    // The form is filled before the first render, so that a field which depends on another one finds its value.
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

/** Keeps one text that belongs to no form, such as a note. Each key has its own text. */
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

/** Returns the person who was signed in first. They stay the owner between their sign-out and the next page. */
function useDraftOwner(): DraftOwner {
  const { user } = useSession()
  const [owner] = useState(user?.id ?? visitor)
  return owner
}
