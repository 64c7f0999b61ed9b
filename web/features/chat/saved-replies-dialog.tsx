import { useMutation, useQuery } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { deleteSavedReply } from '../../../contract/endpoints/saved-replies.ts'
import type { SavedReply } from '../../../contract/saved-replies.ts'
import { t } from '../../../contract/translate.ts'
import { messageOf } from '../../lib/api-error.ts'
import { call } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { ReadProblem } from '../../ui/read-problem.tsx'
import { purposeNames } from './reply-purposes.ts'
import { SavedReplyForm } from './saved-reply-form.tsx'
import { refetchReplies, savedRepliesQuery } from '../saved-texts/saved-replies-query.ts'

interface SavedRepliesDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The dialog in which administrators edit the replies that all of them share. */
export function SavedRepliesDialog({ open, onOpenChange }: SavedRepliesDialogProps) {
  const [edited, setEdited] = useState<SavedReply | null>(null)
  const leave = () => {
    if (edited) document.getElementById(editButtonId(edited.id))?.focus()
    setEdited(null)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => {
        setEdited(null)
        onOpenChange(isOpen)
      }}
      title={t('Saved replies')}
      description={t('All administrators share them.')}
    >
      <div className="grid gap-5">
        <ReplyList onEdit={setEdited} />
        <SavedReplyForm key={edited?.id ?? 'new'} edited={edited} onLeave={leave} />
      </div>
    </Dialog>
  )
}

function ReplyList({ onEdit }: { onEdit: (reply: SavedReply) => void }) {
  const read = useQuery(savedRepliesQuery)
  return (
    <div className="grid gap-2">
      <ReadProblem reads={[read]} />
      {read.data?.items.length === 0 && <p className="text-ink-3">{t('No saved replies yet.')}</p>}
      <ul aria-label={t('Saved replies')} className="max-h-56 overflow-y-auto empty:hidden">
        {read.data?.items.map((reply) => (
          <ReplyRow key={reply.id} reply={reply} onEdit={() => onEdit(reply)} />
        ))}
      </ul>
    </div>
  )
}

/**
 * One reply. Deleting takes a second click, and a double click does not count as one: the reply is deleted for all
 * administrators.
 */
function ReplyRow({ reply: { id, purpose, title, content }, onEdit }: { reply: SavedReply; onEdit: () => void }) {
  const [isAsking, setIsAsking] = useState(false)
  const deletion = useMutation({
    mutationFn: () => call(deleteSavedReply, { params: { replyId: id } }),
    onSettled: refetchReplies,
  })
  return (
    <li className="border-b border-line py-2 last:border-b-0">
      <div className="flex items-center gap-1">
        <div className="me-2 min-w-0 flex-1">
          <p className="truncate font-semibold">
            {title}
            {purpose !== 'chat' && <span className="ms-2 text-sm font-normal text-ink-3">{purposeNames[purpose]}</span>}
          </p>
          <p className="truncate text-sm text-ink-3">{content}</p>
        </div>
        <IconButton size="sm" id={editButtonId(id)} label={t('Edit “{title}”', { title })} onClick={onEdit}>
          <Pencil aria-hidden="true" />
        </IconButton>
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

/** Moves the focus to the new button, which replaces the one that had it. */
function takeFocus(button: HTMLButtonElement | null) {
  button?.focus()
}

function editButtonId(replyId: string): string {
  return `edit-reply-${replyId}`
}
