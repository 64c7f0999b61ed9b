import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { toasts } from '../../../contract/texts.ts'
import { t, tc, tn } from '../../../contract/translate.ts'
import type { UserDetails } from '../../../contract/users.ts'
import { placeText } from '../../features/users/place-text.ts'
import { profileStatusNames } from '../../lib/profile-status-names.ts'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { TimeText } from '../../ui/time-text.tsx'
import { toast } from '../../ui/toast.ts'

/** Who the person is, and how the account stands. Administrators have no membership. */
export function UserFacts({ user }: { user: UserDetails }) {
  const { profile } = user
  return (
    <Card title={t('Details')}>
      <dl className="grid text-sm">
        {profile.role === 'user' && (
          <Fact name={t('Member ID')}>
            <Copied text={profile.member_id} label={t('Copy the member ID')} />
          </Fact>
        )}
        <Fact name={t('Status')}>{profileStatusNames[profile.status]}</Fact>
        <Fact name={t('Registered')}>
          <TimeText value={profile.created_at} relative />
        </Fact>
        <Fact name={t('Email')}>{user.email_confirmed ? t('Confirmed') : t('Not confirmed yet')}</Fact>
        <Fact name={t('Location')}>{placeText(profile)}</Fact>
        <Fact name={t('Area')}>{profile.area}</Fact>
        <Fact name={t('Contact number')}>
          {profile.contact_number && <span dir="ltr">{profile.contact_number}</span>}
        </Fact>
        {profile.role === 'user' && <MembershipFacts user={user} />}
        <Fact name={t('Two-factor')}>
          {user.two_factor_on ? tc('two-factor authentication', 'On') : tc('two-factor authentication', 'Off')}
        </Fact>
        <Fact name={t('Signed in on')}>{devices(user.session_count)}</Fact>
      </dl>
    </Card>
  )
}

function MembershipFacts({ user: { profile, referrer } }: { user: UserDetails }) {
  return (
    <>
      <Fact name={t('Referral code')}>
        <Copied text={profile.referral_code} label={t('Copy the referral code')} />
      </Fact>
      <Fact name={t('Referred by')}>{referrer && <PersonLink person={referrer} />}</Fact>
      <Fact name={t('First purchase')}>{profile.first_purchase_done ? t('Completed') : t('Not completed')}</Fact>
    </>
  )
}

type Person = NonNullable<UserDetails['referrer']>

export function PersonLink({ person: { id, full_name: name, member_id: memberId } }: { person: Person }) {
  return (
    <Link to="/admin/users/$userId" params={{ userId: id }} className="link">
      {name}
      {memberId && (
        <>
          {' '}
          <span className="mono">{memberId}</span>
        </>
      )}
    </Link>
  )
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-10 flex-wrap items-center justify-between gap-x-6 border-b border-line py-1.5 last:border-b-0">
      <dt className="text-ink-2">{name}</dt>
      <dd className="min-w-0 font-semibold wrap-anywhere">
        {children || <span className="font-normal text-ink-3">{t('None')}</span>}
      </dd>
    </div>
  )
}

function Copied({ text, label }: { text: string | null; label: string }) {
  if (text === null) return null
  return (
    <span className="inline-flex items-center gap-1">
      <span className="mono">{text}</span>
      <CopyButton text={text} label={label} variant="quiet" onCopied={() => toast(toasts.copied)} />
    </span>
  )
}

function devices(count: number): string {
  return count === 0 ? t('No device') : tn('{count} device', '{count} devices', count)
}
