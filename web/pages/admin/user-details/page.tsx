import { useQuery } from '@tanstack/react-query'
import { Link, useCanGoBack, useParams, useRouter } from '@tanstack/react-router'
import { ArrowLeft, MessageSquare } from 'lucide-react'
import type { ReactNode } from 'react'
import { dutyNames } from '../../../../contract/duty-names.ts'
import { userNotFoundText } from '../../../../contract/texts.ts'
import { t } from '../../../../contract/translate.ts'
import { openRequestsMax } from '../../../../contract/endpoints/users.ts'
import type { UserDetails } from '../../../../contract/users.ts'
import { UserActions } from './user-actions.tsx'
import { OutgoingNotice } from '../../../features/requests/outgoing-notice.tsx'
import { UserStatus } from '../../../features/users/user-status.tsx'
import { ApiError } from '../../../lib/api-error.ts'
import { AppLink } from '../../../lib/app-link.tsx'
import { userQuery } from '../../../lib/user-queries.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { hasFailed } from '../../../ui/has-failed.ts'
import { PageTitle } from '../../../ui/page-title.tsx'
import { ReadProblem } from '../../../ui/read-problem.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { UserFacts } from './facts.tsx'
import { UserTabs } from './tabs.tsx'
import { UserWallet } from './wallet.tsx'

export function UserDetailsPage() {
  const { userId } = useParams({ from: '/admin/users/$userId' })
  const read = useQuery(userQuery(userId))
  const user = read.data
  const isMissing = !user && hasFailed(read)

  return (
    <div className="grid gap-5">
      {!isMissing && <BackButton />}
      <PageTitle
        lead={isMissing ? userNotFoundText.description : user && <UserHead user={user} />}
        aside={user && <AccountStatus user={user} />}
      >
        {isMissing ? userNotFoundText.title : (user?.profile.full_name ?? t('User details'))}
      </PageTitle>
      {isMissing ? <FailureActions read={read} /> : <ReadProblem reads={[read]} />}
      {user?.outgoing && <OutgoingNotice state={user.outgoing} />}
      {!isMissing && (
        <Columns>
          {user ? <UserFacts user={user} /> : <Skeleton className="h-96 rounded-3" />}
          <div className="grid gap-5">
            {user ? <UserWallet user={user} /> : <Skeleton className="h-56 rounded-3" />}
            {user && <UserActions key={userId} user={user} />}
          </div>
        </Columns>
      )}
      {user && <UserTabs key={userId} user={user} />}
    </div>
  )
}

function Columns({ children }: { children: ReactNode }) {
  return <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1.35fr)_minmax(320px,1fr)]">{children}</div>
}

function BackButton() {
  const router = useRouter()
  const canGoBack = useCanGoBack()
  // If no page of this site came before, going back would leave the site.
  const goBack = () => (canGoBack ? router.history.back() : void router.navigate({ to: '/admin/users' }))
  return (
    <Button variant="ghost" size="sm" className="justify-self-start" onClick={goBack}>
      <ArrowLeft aria-hidden="true" />
      {t('Back')}
    </Button>
  )
}

function UserHead({ user: { profile } }: { user: UserDetails }) {
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Avatar name={profile.full_name} seed={profile.id} size={32} />
      <span className="break-all">{profile.email}</span>
      {profile.role === 'admin' && <Badge tone="brand">{t('Administrator')}</Badge>}
      {profile.duty && <Badge>{dutyNames[profile.duty]}</Badge>}
    </span>
  )
}

/** The status of the account, with links to the person's open requests and chat. */
function AccountStatus({ user: { profile, open_request_count: openCount } }: { user: UserDetails }) {
  const count = openCount < openRequestsMax ? openCount : `${openRequestsMax - 1}+`
  return (
    <div className="flex flex-wrap items-center gap-3">
      <UserStatus status={profile.status} />
      {profile.role === 'user' && (
        <>
          <Button asChild variant="ghost">
            <Link
              to="/admin/users/$userId"
              params={{ userId: profile.id }}
              search={{ tab: 'requests', ...(openCount > 0 && { status: 'pending' }) }}
              hash="history"
              replace
            >
              {t('Open requests ({count})', { count })}
            </Link>
          </Button>
          <Button asChild variant="ghost">
            <AppLink href={`/admin/chat?user=${profile.id}`}>
              <MessageSquare aria-hidden="true" />
              {t('Message')}
            </AppLink>
          </Button>
        </>
      )}
    </div>
  )
}

/** The ways on from a person who could not be shown. One who does not exist is not worth another try. */
function FailureActions({
  read,
}: {
  read: { error: Error | null; isFetching: boolean; refetch: () => Promise<unknown> }
}) {
  const isGone = read.error instanceof ApiError && (read.error.status === 404 || read.error.status === 400)
  return (
    <div className="flex flex-wrap gap-3">
      <Button asChild>
        <Link to="/admin/users">{t('Back to Users')}</Link>
      </Button>
      {!isGone && (
        <Button variant="ghost" busy={read.isFetching} onClick={() => void read.refetch()}>
          {t('Retry')}
        </Button>
      )}
    </div>
  )
}
