import { useInfiniteQuery } from '@tanstack/react-query'
import { MailPlus, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { createInvitation } from '../../../../contract/endpoints/invitations.ts'
import type { Invitation } from '../../../../contract/invitations.ts'
import { pageTitles } from '../../../../contract/pages.ts'
import { t } from '../../../../contract/translate.ts'
import { InvitationNotice } from '../../../features/change-notice/change-notice.tsx'
import { InviteForm } from '../../../features/users/invite-form.tsx'
import { useInvite } from '../../../features/users/use-invite.ts'
import { AccountListLinks } from '../../../features/users/account-list-links.tsx'
import { invitationsQuery } from './invitations-query.ts'
import { useLoadMore } from '../../../lib/use-load-more.ts'
import { useMay } from '../../../lib/use-may.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadMore } from '../../../ui/load-more.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { ReadProblem } from '../../../ui/read-problem.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Administrators } from './administrators.tsx'
import { InvitationList } from './list.tsx'
import { RevokeDialog } from './revoke.tsx'

export const lead = t('Links by which administrators register. Each works once, for 24 hours.')

export function InvitationsPage() {
  const list = useInfiniteQuery(invitationsQuery)
  const more = useLoadMore(list)
  const mayInvite = useMay()(createInvitation)
  const [isInviting, setIsInviting] = useState(false)
  const invite = useInvite()
  const [revoking, setRevoking] = useState<Invitation | null>(null)
  const invitations = list.data?.pages.flatMap(({ items }) => items)

  return (
    <div className="grid gap-4">
      <PageTitle
        lead={lead}
        aside={
          <div className="flex flex-wrap gap-3">
            <Button variant="ghost" busy={list.isFetching} onClick={() => void list.refetch()}>
              <RefreshCw aria-hidden="true" />
              {t('Refresh')}
            </Button>
            {mayInvite && (
              <Button onClick={() => setIsInviting(true)}>
                <MailPlus aria-hidden="true" />
                {t('Invite administrator')}
              </Button>
            )}
          </div>
        }
      >
        {pageTitles['/admin/users/invitations']}
      </PageTitle>
      <AccountListLinks />
      <ReadProblem reads={[list]} />
      {list.isPending && <Skeleton className="h-56 w-full rounded-3" />}
      {invitations?.length === 0 && (
        <EmptyState title={t('No invitations yet.')} className="rounded-3 border border-line bg-surface">
          {t('Invite somebody to share the work of the administrators.')}
        </EmptyState>
      )}
      {invitations && invitations.length > 0 && (
        <InvitationList invitations={invitations} onRevoke={mayInvite ? setRevoking : undefined} />
      )}
      <LoadMore more={more} />
      <Administrators />
      <Dialog open={isInviting} onOpenChange={setIsInviting} onClosed={invite.settle} title={t('Invite administrator')}>
        <InviteForm invite={invite} notice={<InvitationNotice />} onDone={() => setIsInviting(false)} />
      </Dialog>
      {revoking && <RevokeDialog key={revoking.id} invitation={revoking} onClosed={() => setRevoking(null)} />}
    </div>
  )
}
