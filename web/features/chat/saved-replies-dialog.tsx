import { useMutation, useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import {
  addSavedReply,
  deleteSavedReply,
  replyTitleMaxLength,
  savedReplyBody,
  type SavedReply,
} from '../../../contract/saved-replies.ts'
import { t } from '../../../contract/translate.ts'
import { messageOf } from '../../lib/api-error.ts'
import { call } from '../../lib/api.ts'
import { fieldErrors } from '../../lib/field-errors.ts'
import { queryClient } from '../../lib/query-client.ts'
import { useTextDraft } from '../../lib/use-draft.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ReadProblem } from '../../ui/read-problem.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { savedRepliesQuery } from './saved-replies-query.ts'

interface SavedRepliesDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Where administrators keep the replies that all of them use. */
export function SavedRepliesDialog({ open, onOpenChange }: SavedRepliesDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('Saved replies')}
      description={t('All administrators share them.')}
    >
      <div className="grid gap-5">
        <ReplyList />
        <ReplyForm />
      </div>
    </Dialog>
  )
}

function ReplyList() {
  const read = useQuery(savedRepliesQuery)
  return (
    <div className="grid gap-2">
      <ReadProblem reads={[read]} />
      {read.data?.items.length === 0 && <p className="text-ink-3">{t('No saved replies yet.')}</p>}
      <ul aria-label={t('Saved replies')} className="max-h-56 overflow-y-auto empty:hidden">
        {read.data?.items.map((reply) => (
          <ReplyRow key={reply.id} reply={reply} />
        ))}
      </ul>
    </div>
  )
}

/** Deleting takes a second click, and no double one: the reply is gone for everybody. */
function ReplyRow({ reply: { id, title, content } }: { reply: SavedReply }) {
  const [isAsking, setIsAsking] = useState(false)
  const deletion = useMutation({
    mutationFn: () => call(deleteSavedReply, { params: { replyId: id } }),
    onSettled: refetchReplies,
  })
  return (
    <li className="border-b border-line py-2 last:border-b-0">
      <div className="flex items-center gap-3">
        <div className="min-w-0 flex-1">
          <p className="truncate font-semibold">{title}</p>
          <p className="truncate text-sm text-ink-3">{content}</p>
        </div>
        {isAsking ? (
          <Button
            ref={takeFocus}
            size="sm"
            variant="bad"
            busy={deletion.isPending}
            aria-label={t('Delete “{title}” for everybody', { title })}
            onClick={({ detail }) => detail <= 1 && deletion.mutate()}
          >
            {t('Delete')}
          </Button>
        ) : (
          <IconButton size="sm" label={t('Delete “{title}”', { title })} onClick={() => setIsAsking(true)}>
            <Trash2 aria-hidden="true" />
          </IconButton>
        )}
      </div>
      {deletion.error && (
        <p role="alert" className="text-sm text-bad">
          {messageOf(deletion.error)}
        </p>
      )}
    </li>
  )
}

/** The button comes where the one was that had the focus. */
function takeFocus(button: HTMLButtonElement | null) {
  button?.focus()
}

function ReplyForm() {
  const title = useTextDraft('reply-title')
  const content = useTextDraft('reply-content')
  const [faults, setFaults] = useState<Partial<Record<string, string>>>({})
  const saving = useMutation({
    mutationFn: (body: { title: string; content: string }) => call(addSavedReply, { body }),
    onSuccess: () => {
      title.drop()
      content.drop()
      return refetchReplies()
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (saving.isPending) return
    const parsed = savedReplyBody.safeParse({ title: title.text, content: content.text })
    setFaults(parsed.success ? {} : fieldErrors(parsed.error))
    if (parsed.success) saving.mutate(parsed.data)
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
      <SubmitButton busy={saving.isPending} className="justify-self-start">
        {saving.isPending ? t('Saving...') : t('Save reply')}
      </SubmitButton>
    </form>
  )
}

async function refetchReplies(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: savedRepliesQuery.queryKey })
}
