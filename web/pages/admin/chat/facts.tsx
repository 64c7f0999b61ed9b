import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { listAllRequests } from '../../../../contract/endpoints/admin-request-list.ts'
import { toasts } from '../../../../contract/texts.ts'
import { t, tc } from '../../../../contract/translate.ts'
import type { UserDetails } from '../../../../contract/users.ts'
import { coinsText } from '../../../lib/coins-text.ts'
import { requesterOf, requestTitle } from '../../../features/requests/request-display.ts'
import { UserStatus } from '../../../features/users/user-status.tsx'
import { call } from '../../../lib/api.ts'
import { AppLink } from '../../../lib/app-link.tsx'
import { managedPackagesQuery } from '../../../features/packages/managed-packages-query.ts'
import { requestPath } from '../../../features/requests/request-path.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { FactRow } from '../../../ui/fact-row.tsx'
import { ReadProblem } from '../../../ui/read-problem.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { AgoText, TimeText } from '../../../ui/time-text.tsx'
import { toast } from '../../../ui/toast.ts'

/** The facts about a member that help an administrator to answer. */
export function MemberFacts({ user }: { user: UserDetails }) {
  const { profile, wallet } = user
  return (
    <div className="grid gap-5 p-4">
      <dl className="grid text-sm">
        <FactRow name={t('Status')}>
          <UserStatus status={profile.status} />
        </FactRow>
        <FactRow name={t('Member ID')}>
          <span className="inline-flex items-center gap-1">
            <span className="mono">{profile.member_id}</span>
            <CopyButton
              text={profile.member_id ?? ''}
              label={t('Copy the member ID')}
              variant="quiet"
              onCopied={() => toast(toasts.copied)}
            />
          </span>
        </FactRow>
        <FactRow name={t('Package')}>
          <PackageName id={profile.package_id} />
        </FactRow>
        {wallet && (
          <>
            <FactRow name={t('Available')}>{coinsText(wallet.available_coins)}</FactRow>
            <FactRow name={t('Locked')}>{coinsText(wallet.locked_coins)}</FactRow>
            <FactRow name={t('Total')}>{coinsText(wallet.total_coins)}</FactRow>
          </>
        )}
        <FactRow name={t('Joined')}>
          <TimeText value={profile.created_at} />
        </FactRow>
      </dl>
      <OpenRequests memberId={profile.id} />
      <Button asChild variant="ghost" size="sm">
        <Link to="/admin/users/$userId" params={{ userId: profile.id }}>
          {t('View Details')}
        </Link>
      </Button>
    </div>
  )
}

function PackageName({ id }: { id: string | null }) {
  const { data } = useQuery(managedPackagesQuery)
  if (id === null) return tc('package of a member', 'None')
  return data?.items.find((one) => one.id === id)?.package_name ?? '—'
}

/** The member's open requests. Each links to the page on which it is decided. */
function OpenRequests({ memberId }: { memberId: string }) {
  const read = useQuery(openRequestsQuery(memberId))
  const requests = read.data?.items
  return (
    <section aria-label={t('Open requests')} className="grid gap-2 text-sm">
      <h3 className="font-semibold">{t('Open requests')}</h3>
      <ReadProblem reads={[read]} />
      {!requests && !read.isError && <Skeleton className="h-10" />}
      {requests?.length === 0 && <p className="text-ink-3">{tc('requests', 'None')}</p>}
      <ul className="grid gap-2 empty:hidden">
        {requests?.map((request) => (
          <li key={request.id}>
            <AppLink href={requestPath({ ...request, user_id: requesterOf(request).userId })} className="link">
              {requestTitle(request)}
            </AppLink>
            <span className="block text-ink-3">
              <span className="mono">{request.number}</span> · <AgoText value={request.created_at} />
            </span>
          </li>
        ))}
      </ul>
      {read.data?.next_cursor && <p className="text-ink-3">{t('These are the newest ones; there are more.')}</p>}
    </section>
  )
}

function openRequestsQuery(memberId: string) {
  const query = { user_id: memberId, status: 'pending', limit: 10 } as const
  return queryOptions({
    queryKey: [listAllRequests.id, 'open', memberId],
    queryFn: ({ signal }) => call(listAllRequests, { query }, { signal }),
    meta: { topics: ['requests'], isPublic: false },
  })
}
