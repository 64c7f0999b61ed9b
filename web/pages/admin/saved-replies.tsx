import { addSavedReply, replyPurposes } from '../../../contract/endpoints/saved-replies.ts'
import { pageTitles } from '../../../contract/pages.ts'
import { t } from '../../../contract/translate.ts'
import { purposeNames } from '../../features/saved-texts/reply-purposes.ts'
import { SavedReplyForm } from '../../features/saved-texts/saved-reply-form.tsx'
import { ReplyList } from '../../features/saved-texts/saved-reply-list.tsx'
import { useEditedReply } from '../../features/saved-texts/use-edited-reply.ts'
import { useMay } from '../../lib/use-may.ts'
import { Card } from '../../ui/card.tsx'
import { PageTitle } from '../../ui/page-title.tsx'

export const lead = t('All administrators share them.')

/** The saved texts of all administrators by their use, with one form for a new or a changed one. */
export function SavedRepliesPage() {
  const { formKey, edited, edit, leave, noteDeleted } = useEditedReply()
  const formTitle = edited ? t('Change “{title}”', { title: edited.title }) : t('New saved reply')
  const mayChange = useMay()(addSavedReply)
  return (
    <div className="grid gap-5">
      <PageTitle lead={lead}>{pageTitles['/admin/saved-replies']}</PageTitle>
      <div className="grid items-start gap-5 lg:grid-cols-2">
        {replyPurposes.map((purpose) => (
          <Card key={purpose} title={purposeNames[purpose]}>
            <ReplyList purpose={purpose} onEdit={mayChange ? edit : undefined} onDeleted={noteDeleted} />
          </Card>
        ))}
      </div>
      {mayChange && (
        <Card title={formTitle} aria-label={formTitle}>
          <SavedReplyForm key={formKey} edited={edited} onLeave={leave} isFramed={false} />
        </Card>
      )}
    </div>
  )
}
