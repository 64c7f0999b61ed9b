import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { MessageSquare } from 'lucide-react'
import { formatCoins, type Decimal } from '../../../../contract/money.ts'
import { dutyNames } from '../../../../contract/duty-names.ts'
import type { Profile } from '../../../../contract/profiles.ts'
import { t, tn } from '../../../../contract/translate.ts'
import type { UserDetails } from '../../../../contract/users.ts'
import { FactWithCopy, Fact } from '../../../features/users/fact.tsx'
import { UserStatus } from '../../../features/users/user-status.tsx'
import { loginHistoryQuery } from '../../../features/users/login-history-query.ts'
import { AppLink } from '../../../lib/app-link.tsx'
import { Amount } from '../../../ui/amount.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { PersonName } from '../../../ui/person-name.tsx'
import { MissingFigure, Skeleton } from '../../../ui/skeleton.tsx'
import { Stat } from '../../../ui/stat.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import { OpenRequests } from './requests.tsx'

interface UserSummaryProps {
  profile: Profile
  /** The details that the list does not have; undefined until they are read. */
  user: UserDetails | undefined
  hasFailed: boolean
}

/** The facts that an administrator needs first, with links to the others. */
export function UserSummary({ profile, user, hasFailed }: UserSummaryProps) {
  const isMember = profile.role === 'user'
  return (
    <>
      <UserHead profile={profile} />
      <div className="flex flex-wrap gap-2">
        <Button asChild size="sm">
          <Link to="/admin/users/$userId" params={{ userId: profile.id }}>
            {t('View Details')}
          </Link>
        </Button>
        {isMember && (
          <Button asChild size="sm" variant="ghost">
            <AppLink href={`/admin/chat?user=${profile.id}`}>
              <MessageSquare aria-hidden="true" />
              {t('Message')}
            </AppLink>
          </Button>
        )}
      </div>
      {isMember && (
        <dl className="flex flex-wrap gap-4 *:min-w-max *:flex-[1_1_8rem]">
          <Coins name={t('Available')} value={user?.wallet?.available_coins} hasFailed={hasFailed} />
          <Coins name={t('Locked')} value={user?.wallet?.locked_coins} hasFailed={hasFailed} />
        </dl>
      )}
      {isMember && <OpenRequests userId={profile.id} count={user?.open_request_count} />}
      <dl className="grid border-t border-line text-sm">
        {isMember && (
          <>
            <FactWithCopy name={t('Member ID')} text={profile.member_id} label={t('Copy the member ID')} />
            <FactWithCopy
              name={t('Wallet address')}
              text={profile.wallet_address}
              label={t('Copy the wallet address of {name}', { name: profile.full_name })}
            />
          </>
        )}
        <Fact name={t('Contact number')}>
          {profile.contact_number && <span dir="ltr">{profile.contact_number}</span>}
        </Fact>
        <Fact name={t('Joined')}>
          <TimeText value={profile.created_at} relative />
        </Fact>
        {isMember && (
          <Fact name={t('Referred by')}>
            {user ? user.referrer && <Referrer person={user.referrer} /> : <MissingText hasFailed={hasFailed} />}
          </Fact>
        )}
        <Fact name={t('Last sign-in')}>
          {user ? <LastSignIn userId={profile.id} /> : <MissingText hasFailed={hasFailed} />}
        </Fact>
      </dl>
    </>
  )
}

function UserHead({ profile }: { profile: Profile }) {
  return (
    <div className="flex items-start gap-3">
      <Avatar name={profile.full_name} seed={profile.id} />
      <div className="grid min-w-0 flex-1 justify-items-start gap-1">
        <h2 className="text-lg font-semibold wrap-anywhere">
          <PersonName>{profile.full_name}</PersonName>
        </h2>
        <p className="text-sm wrap-anywhere text-ink-2">{profile.email}</p>
        <span className="flex flex-wrap gap-2">
          <UserStatus status={profile.status} />
          {profile.role === 'admin' && <Badge tone="brand">{t('Administrator')}</Badge>}
          {profile.duty && <Badge>{dutyNames[profile.duty]}</Badge>}
        </span>
      </div>
    </div>
  )
}

function Coins({ name, value, hasFailed }: { name: string; value: Decimal | undefined; hasFailed: boolean }) {
  return (
    <Stat label={name}>
      {value === undefined ? (
        <MissingFigure hasFailed={hasFailed} className="my-1 h-5 w-24" />
      ) : (
        <Amount value={formatCoins(value)} unit="ET" />
      )}
    </Stat>
  )
}

function Referrer({ person: { id, full_name: name } }: { person: NonNullable<UserDetails['referrer']> }) {
  return (
    <Link to="/admin/users/$userId" params={{ userId: id }} className="link">
      {name}
    </Link>
  )
}

/** The newest successful attempt among the latest attempts. */
function LastSignIn({ userId }: { userId: string }) {
  const { data, isError } = useInfiniteQuery(loginHistoryQuery(userId))
  const attempts = data?.pages.flatMap(({ items }) => items)
  if (!attempts) return <MissingText hasFailed={isError} />
  const last = attempts.find(({ status }) => status === 'success')
  if (last) return <TimeText value={last.created_at} relative />
  if (attempts.length === 0) return <span className="font-normal text-ink-3">{t('Never')}</span>
  return tn('None, {count} attempt without success', 'None, {count} attempts without success', attempts.length)
}

function MissingText({ hasFailed }: { hasFailed: boolean }) {
  return hasFailed ? <MissingFigure hasFailed /> : <Skeleton className="w-24" />
}
