import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { addAdminNote, adminNoteMaxLength } from '../../../../contract/endpoints/admin-notes.ts'
import { requiredText } from '../../../../contract/texts.ts'
import { t } from '../../../../contract/translate.ts'
import { messageOf } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import { refetchTopics } from '../../../lib/query-client.ts'
import { useTextDraft } from '../../../lib/use-draft.ts'
import { Field } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { Textarea } from '../../../ui/textarea.tsx'

/** The form for a new note about a request, or about the member. After a failure the text stays. */
export function AddNote({ userId, requestId }: { userId: string; requestId?: string | undefined }) {
  const draft = useTextDraft(`admin-note:${requestId ?? userId}`)
  const [isTried, setIsTried] = useState(false)
  const isEmpty = draft.text.trim() === ''
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      call(addAdminNote, { params: { userId }, body: { content: draft.text, request_id: requestId ?? null } }),
    onSuccess: () => {
      setIsTried(false)
      draft.drop()
      refetchTopics(['notes'])
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (!isPending && !isEmpty) mutate()
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-2">
      {error && (
        <Notice tone="bad" role="alert">
          {messageOf(error)}
        </Notice>
      )}
      <Field
        label={requestId === undefined ? t('New note about the member') : t('New note about this request')}
        error={isTried && isEmpty ? requiredText(t('Note')) : undefined}
      >
        <Textarea
          rows={2}
          value={draft.text}
          maxLength={adminNoteMaxLength}
          readOnly={isPending}
          onChange={(event) => draft.setText(event.target.value)}
        />
      </Field>
      <SubmitButton busy={isPending} className="justify-self-start">
        {isPending ? t('Saving...') : t('Add note')}
      </SubmitButton>
    </form>
  )
}
