import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import {
  addSavedReply,
  changeSavedReply,
  replyTitleMaxLength,
  savedReplyBody,
  type SavedReply,
} from '../../../contract/saved-replies.ts'
import { t } from '../../../contract/translate.ts'
import { messageOf } from '../../lib/api-error.ts'
import { call } from '../../lib/api.ts'
import { fieldErrors } from '../../lib/field-errors.ts'
import { useTextDraft } from '../../lib/use-draft.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { findReply, refetchReplies } from './saved-replies-query.ts'

interface SavedReplyFormProps {
  /** The reply to change; null for a new reply. */
  edited: SavedReply | null
  /** Called when the changed reply is saved, or when the change is cancelled. */
  onLeave: () => void
}

export function SavedReplyForm({ edited, onLeave }: SavedReplyFormProps) {
  const title = useReplyText('title', edited)
  const content = useReplyText('content', edited)
  const [faults, setFaults] = useState<Partial<Record<string, string>>>({})
  const saving = useSaving(edited, () => {
    title.drop()
    content.drop()
    onLeave()
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (saving.isPending) return
    const parsed = savedReplyBody.safeParse({ title: title.text, content: content.text })
    setFaults(parsed.success ? {} : fieldErrors(parsed.error))
    if (parsed.success) saving.mutate(parsed.data)
  }
  const cancel = () => {
    title.drop()
    content.drop()
    onLeave()
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-4 border-t border-line pt-4">
      {saving.error && (
        <Notice tone="bad" role="alert">
          {messageOf(saving.error)}
        </Notice>
      )}
      <Field label={t('Title')} error={faults['title']}>
        <TextInput
          ref={edited ? takeFocus : null}
          value={title.text}
          maxLength={replyTitleMaxLength}
          readOnly={saving.isPending}
          onChange={(event) => title.setText(event.target.value)}
        />
      </Field>
      <Field label={t('Reply')} error={faults['content']}>
        <Textarea
          value={content.text}
          readOnly={saving.isPending}
          onChange={(event) => content.setText(event.target.value)}
        />
      </Field>
      <div className="flex flex-wrap gap-3">
        <SubmitButton busy={saving.isPending}>
          {saving.isPending ? t('Saving...') : edited ? t('Save changes') : t('Save reply')}
        </SubmitButton>
        {edited && !saving.isPending && (
          <Button variant="ghost" onClick={cancel}>
            {t('Cancel')}
          </Button>
        )}
      </div>
    </form>
  )
}

/** Keeps one typed text. For a reply that is changed, returns the reply's own text until the administrator types. */
function useReplyText(name: 'title' | 'content', edited: SavedReply | null) {
  const draft = useTextDraft(edited ? `reply-${name} ${edited.id}` : `reply-${name}`)
  const [isTyped, setIsTyped] = useState(draft.text !== '')
  return {
    text: edited && !isTyped ? edited[name] : draft.text,
    setText: (text: string) => {
      setIsTyped(true)
      draft.setText(text)
    },
    drop: draft.drop,
  }
}

/**
 * Saves the reply. A change by another administrator is refused once, and the list beside the form then shows it. The
 * second save replaces that change.
 */
function useSaving(edited: SavedReply | null, onSaved: () => void) {
  const [seen, setSeen] = useState(edited)
  return useMutation({
    mutationFn: (body: Pick<SavedReply, 'title' | 'content'>) =>
      edited && seen
        ? call(changeSavedReply, {
            params: { replyId: edited.id },
            body: { ...body, seen: { title: seen.title, content: seen.content } },
          })
        : call(addSavedReply, { body }),
    onSuccess: () => {
      onSaved()
      return refetchReplies()
    },
    onError: async () => {
      if (!edited) return
      await refetchReplies()
      setSeen(findReply(edited.id) ?? edited)
    },
  })
}

function takeFocus(field: HTMLInputElement | null) {
  field?.focus()
}
