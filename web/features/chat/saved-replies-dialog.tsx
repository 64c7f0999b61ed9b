import { Link } from '@tanstack/react-router'
import { t } from '../../../contract/translate.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { SavedReplyForm } from '../saved-texts/saved-reply-form.tsx'
import { ReplyList } from '../saved-texts/saved-reply-list.tsx'
import { useEditedReply } from '../saved-texts/use-edited-reply.ts'

interface SavedRepliesDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The dialog in which administrators edit the replies that all of them share. */
export function SavedRepliesDialog({ open, onOpenChange }: SavedRepliesDialogProps) {
  const { formKey, edited, edit, close, leave, noteDeleted } = useEditedReply()
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => {
        close()
        onOpenChange(isOpen)
      }}
      title={t('Saved replies')}
      description={t('All administrators share them.')}
    >
      <div className="grid gap-5">
        <ReplyList onEdit={edit} onDeleted={noteDeleted} className="max-h-56" />
        <Link to="/admin/saved-replies" className="link justify-self-start text-sm" onClick={() => onOpenChange(false)}>
          {t('All saved replies by their use')}
        </Link>
        <SavedReplyForm key={formKey} edited={edited} onLeave={leave} />
      </div>
    </Dialog>
  )
}
