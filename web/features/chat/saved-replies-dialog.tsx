import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { SavedReply } from '../../../contract/saved-replies.ts'
import { t } from '../../../contract/translate.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { SavedReplyForm } from '../saved-texts/saved-reply-form.tsx'
import { focusEditButton, ReplyList } from '../saved-texts/saved-reply-list.tsx'

interface SavedRepliesDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The dialog in which administrators edit the replies that all of them share. */
export function SavedRepliesDialog({ open, onOpenChange }: SavedRepliesDialogProps) {
  const [edited, setEdited] = useState<SavedReply | null>(null)
  const leave = () => {
    if (edited) focusEditButton(edited.id)
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
        <ReplyList onEdit={setEdited} className="max-h-56" />
        <Link to="/admin/saved-replies" className="link justify-self-start text-sm" onClick={() => onOpenChange(false)}>
          {t('All saved replies by their use')}
        </Link>
        <SavedReplyForm key={edited?.id ?? 'new'} edited={edited} onLeave={leave} />
      </div>
    </Dialog>
  )
}
