import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState, type FormEvent } from 'react'
import { useForm, type UseFormRegisterReturn } from 'react-hook-form'
import type * as z from 'zod/mini'
import { addSavedReply, changeSavedReply, replyPurposes } from '../../../contract/endpoints/saved-replies.ts'
import { newReplyBody, replyTitleMaxLength, type SavedReply } from '../../../contract/saved-replies.ts'
import { t } from '../../../contract/translate.ts'
import { messageOf } from '../../lib/api-error.ts'
import { call } from '../../lib/api.ts'
import { useDraft } from '../../lib/use-draft.ts'
import { Button } from '../../ui/button.tsx'
import { cn } from '../../ui/cn.ts'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Select } from '../../ui/select.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { purposeNames } from './reply-purposes.ts'
import { findReply, refetchReplies } from './saved-replies-query.ts'

type ReplyValues = z.input<typeof newReplyBody>

const empty: ReplyValues = { title: '', content: '', purpose: 'chat' }

interface SavedReplyFormProps {
  /** The reply to change; null for a new reply. */
  edited: SavedReply | null
  /** Called when the changed reply is saved, or when the change is cancelled. */
  onLeave: () => void
  /** False where the place of the form has a frame. */
  isFramed?: boolean | undefined
}

export function SavedReplyForm({ edited, onLeave, isFramed = true }: SavedReplyFormProps) {
  const form = useForm<ReplyValues>({
    resolver: zodResolver(newReplyBody),
    defaultValues: edited ? { title: edited.title, content: edited.content, purpose: edited.purpose } : empty,
  })
  const draft = useDraft(edited ? `reply ${edited.id}` : 'reply', form)
  const { errors } = form.formState
  // The button that opened the form stands elsewhere in the dialog.
  useEffect(() => {
    if (edited) form.setFocus('title')
  }, [edited, form])
  const leave = () => {
    draft.drop()
    // The next reply is often for the same use.
    form.reset({ ...empty, purpose: form.getValues('purpose') })
    onLeave()
  }
  const saving = useSaving(edited, leave)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!saving.isPending) void form.handleSubmit((values) => saving.mutate(values))()
  }
  return (
    <form noValidate onSubmit={submit} className={cn('grid gap-4', isFramed && 'border-t border-line pt-4')}>
      {saving.error && (
        <Notice tone="bad" role="alert">
          {messageOf(saving.error)}
        </Notice>
      )}
      {!edited && <PurposeField field={form.register('purpose')} />}
      <Field label={t('Title')} error={errors.title?.message}>
        <TextInput {...form.register('title')} maxLength={replyTitleMaxLength} readOnly={saving.isPending} />
      </Field>
      <Field label={t('Reply')} error={errors.content?.message}>
        <Textarea {...form.register('content')} readOnly={saving.isPending} />
      </Field>
      <div className="flex flex-wrap gap-3">
        <SubmitButton busy={saving.isPending}>
          {saving.isPending ? t('Saving...') : edited ? t('Save changes') : t('Save reply')}
        </SubmitButton>
        {edited && !saving.isPending && (
          <Button variant="ghost" onClick={leave}>
            {t('Cancel')}
          </Button>
        )}
      </div>
    </form>
  )
}

/**
 * Saves the reply. A change by another administrator is refused once, and the list beside the form then shows it. The
 * second save replaces that change.
 */
function useSaving(edited: SavedReply | null, onSaved: () => void) {
  const [seen, setSeen] = useState(edited)
  return useMutation({
    mutationFn: ({ purpose, ...body }: ReplyValues) =>
      edited && seen
        ? call(changeSavedReply, {
            params: { replyId: edited.id },
            body: { ...body, seen: { title: seen.title, content: seen.content } },
          })
        : call(addSavedReply, { body: { ...body, purpose } }),
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

function PurposeField({ field }: { field: UseFormRegisterReturn }) {
  return (
    <Field label={t('Used for')}>
      <Select {...field}>
        {replyPurposes.map((one) => (
          <option key={one} value={one}>
            {purposeNames[one]}
          </option>
        ))}
      </Select>
    </Field>
  )
}
