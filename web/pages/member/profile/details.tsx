import { Share2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Profile } from '../../../../contract/profiles.ts'
import { toasts } from '../../../../contract/texts.ts'
import { t } from '../../../../contract/translate.ts'
import { PackageBadge } from '../../../features/packages/package-badge.tsx'
import { NameForm } from './name-form.tsx'
import { referralLink } from '../../../features/referrals/referral-link.ts'
import { countryName, stateName } from '../../../features/users/place-text.ts'
import { useSession } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { toast } from '../../../ui/toast.ts'

/** The member's details. The member can change only the name; the rest comes from the signup or from the platform. */
export function DetailsSection({ profile }: { profile: Profile }) {
  const { package: ownPackage } = useSession()
  return (
    <div className="grid gap-6">
      <NameForm profile={profile} />
      <dl className="grid divide-y divide-line border-y border-line">
        <CopiedFact name={t('Email')} text={profile.email} label={t('Copy the email')} />
        <CopiedFact name={t('Member ID')} text={profile.member_id} label={t('Copy the member ID')} isMono />
        <CopiedFact name={t('Referral code')} text={profile.referral_code} label={t('Copy the referral code')} isMono />
        {profile.referral_code && <ReferralLink code={profile.referral_code} />}
        <Fact name={t('Package')}>{ownPackage ? <PackageBadge package={ownPackage} /> : t('None yet')}</Fact>
        <GivenFact name={t('Contact number')} text={profile.contact_number} />
        <GivenFact name={t('Country')} text={countryName(profile.country)} />
        <GivenFact name={t('State')} text={stateName(profile)} />
        <GivenFact name={t('City')} text={profile.city} />
        <GivenFact name={t('Area')} text={profile.area} />
      </dl>
      <p className="text-sm text-ink-2">
        {t('You change your email under Security. Something else has changed? Please write to the support.')}
      </p>
    </div>
  )
}

function ReferralLink({ code }: { code: string }) {
  const link = referralLink(code)
  const canShare = typeof navigator.share === 'function'
  return (
    <Fact
      name={t('Referral link')}
      end={
        <>
          {canShare && (
            <Button variant="ghost" onClick={() => void navigator.share({ title: 'ET', url: link }).catch(() => {})}>
              <Share2 aria-hidden="true" />
              {t('Share')}
            </Button>
          )}
          <Copy text={link} label={t('Copy the referral link')} />
        </>
      }
    >
      <span className="break-all">{link}</span>
    </Fact>
  )
}

/** Renders nothing for a detail that was not given. */
function GivenFact({ name, text }: { name: string; text: string | null }) {
  return (
    text && (
      <Fact name={name}>
        <bdi>{text}</bdi>
      </Fact>
    )
  )
}

interface CopiedFactProps {
  name: string
  text: string | null
  label: string
  isMono?: boolean
}

function CopiedFact({ name, text, label, isMono = false }: CopiedFactProps) {
  if (text === null) return null
  return (
    <Fact name={name} end={<Copy text={text} label={label} />}>
      <span className={isMono ? 'mono break-all' : 'break-all'} translate="no">
        {text}
      </span>
    </Fact>
  )
}

function Copy({ text, label }: { text: string; label: string }) {
  return <CopyButton text={text} label={label} size="md" variant="quiet" onCopied={() => toast(toasts.copied)} />
}

function Fact({ name, end, children }: { name: string; end?: ReactNode; children: ReactNode }) {
  return (
    <div className="flex min-h-touch flex-wrap items-center gap-x-4 py-1 sm:flex-nowrap">
      <dt className="w-36 flex-none text-sm text-ink-2 max-sm:w-full max-sm:pt-1">{name}</dt>
      <dd className="flex min-w-0 flex-1 items-center justify-between gap-2">
        <span className="min-w-0">{children}</span>
        {end && <span className="flex flex-none gap-1">{end}</span>}
      </dd>
    </div>
  )
}
