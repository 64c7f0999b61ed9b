import { Link } from '@tanstack/react-router'
import { t, tc, tn } from '../../../../contract/translate.ts'
import type { UserDetails } from '../../../../contract/users.ts'
import { FactWithCopy, Fact } from '../../../features/users/fact.tsx'
import { placeText } from '../../../features/users/place-text.ts'
import { profileStatusNames } from '../../../../contract/profile-status-names.ts'
import { Card } from '../../../ui/card.tsx'
import { PersonName } from '../../../ui/person-name.tsx'
import { TimeText } from '../../../ui/time-text.tsx'

/** The details of the person and the status of the account. Administrators have no membership. */
export function UserFacts({ user }: { user: UserDetails }) {
  const { profile } = user
  return (
    <Card title={t('Details')}>
      <dl className="grid text-sm">
        {profile.role === 'user' && (
          <FactWithCopy name={t('Member ID')} text={profile.member_id} label={t('Copy the member ID')} />
        )}
        <Fact name={t('Status')}>{profileStatusNames[profile.status]}</Fact>
        {user.closure && (
          <Fact name={t('Closes on')}>
            <TimeText value={user.closure.closes_at} />
          </Fact>
        )}
        <Fact name={t('Registered')}>
          <TimeText value={profile.created_at} relative />
        </Fact>
        <Fact name={t('Email')}>{user.email_confirmed ? t('Confirmed') : t('Not confirmed yet')}</Fact>
        {user.email_change && (
          <Fact name={t('New email, not confirmed yet')}>
            <span translate="no">{user.email_change.new_email}</span>
          </Fact>
        )}
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
      <FactWithCopy name={t('Referral code')} text={profile.referral_code} label={t('Copy the referral code')} />
      <Fact name={t('Referred by')}>{referrer && <PersonLink person={referrer} />}</Fact>
      <Fact name={t('First purchase')}>{profile.first_purchase_done ? t('Completed') : t('Not completed')}</Fact>
    </>
  )
}

type Person = NonNullable<UserDetails['referrer']>

export function PersonLink({ person: { id, full_name: name, member_id: memberId } }: { person: Person }) {
  return (
    <Link to="/admin/users/$userId" params={{ userId: id }} className="link">
      <PersonName>{name}</PersonName>
      {memberId && (
        <>
          {' '}
          <span className="mono">{memberId}</span>
        </>
      )}
    </Link>
  )
}

function devices(count: number): string {
  return count === 0 ? t('No device') : tn('{count} device', '{count} devices', count)
}
