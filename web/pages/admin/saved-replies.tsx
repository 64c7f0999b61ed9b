import { useState } from 'react'
import { addSavedReply, replyPurposes } from '../../../contract/endpoints/saved-replies.ts'
import { pageTitles } from '../../../contract/pages.ts'
import type { SavedReply } from '../../../contract/saved-replies.ts'
import { t } from '../../../contract/translate.ts'
import { purposeNames } from '../../features/saved-texts/reply-purposes.ts'
import { SavedReplyForm } from '../../features/saved-texts/saved-reply-form.tsx'
import { focusEditButton, ReplyList } from '../../features/saved-texts/saved-reply-list.tsx'
import { useMay } from '../../lib/use-may.ts'
import { Card } from '../../ui/card.tsx'
import { PageTitle } from '../../ui/page-title.tsx'

export const lead = t('All administrators share them.')

/** The saved texts of all administrators by their use, with one form for a new or a changed one. */
export function SavedRepliesPage() {
  const [edited, setEdited] = useState<SavedReply | null>(null)
  const formTitle = edited ? t('Change “{title}”', { title: edited.title }) : t('New saved reply')
  const mayChange = useMay()(addSavedReply)
  const leave = () => {
    if (edited) focusEditButton(edited.id)
    setEdited(null)
  }
  return (
    <div className="grid gap-5">
      <PageTitle lead={lead}>{pageTitles['/admin/saved-replies']}</PageTitle>
      <div className="grid items-start gap-5 lg:grid-cols-2">
        {replyPurposes.map((purpose) => (
          <Card key={purpose} title={purposeNames[purpose]}>
            <ReplyList purpose={purpose} onEdit={mayChange ? setEdited : undefined} />
          </Card>
        ))}
      </div>
      {mayChange && (
        <Card title={formTitle} aria-label={formTitle}>
          <SavedReplyForm key={edited?.id ?? 'new'} edited={edited} onLeave={leave} isFramed={false} />
        </Card>
      )}
    </div>
  )
}
