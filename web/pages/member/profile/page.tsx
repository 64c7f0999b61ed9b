import { useLocation } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { pageTitles } from '../../../../contract/pages.ts'
import { t } from '../../../../contract/translate.ts'
import { useSession } from '../../../lib/session.ts'
import { PageTitle } from '../../../ui/page-title.tsx'
import { useMedia, wideScreen } from '../../../ui/use-media.ts'
import { ClosureSection } from './closure.tsx'
import { DepositSection } from './deposit.tsx'
import { DetailsSection } from './details.tsx'
import { MailsSection } from './mails.tsx'
import { OwnDataSection } from './own-data.tsx'
import { ProfileSection } from './section.tsx'
import { SecuritySection } from './security.tsx'
import { WalletSection } from './wallet.tsx'

export const lead = t('Your details, your wallet and how you log in.')

/** The member's details, wallet and ways to log in. Each form is saved by itself. */
export function ProfilePage() {
  const { profile } = useSession()
  const isWide = useMedia(wideScreen)
  const hash = useLocation({ select: (location) => location.hash })
  const [open, setOpen] = useState<{ hash: string; id: string | null }>()
  if (!profile) return null
  // A link to a section opens it. After that, the member's own choice counts.
  const asked = sections.some(({ id }) => id === hash) ? hash : 'details'
  const openId = open?.hash === hash ? open.id : asked

  return (
    <div className="grid gap-5">
      <PageTitle lead={lead}>{pageTitles['/dashboard/profile']}</PageTitle>
      <div className="grid gap-8 lg:grid-cols-[12rem_minmax(0,1fr)]">
        <SectionLinks current={asked} />
        <div className="grid content-start gap-5 max-lg:gap-3">
          {sections.map(({ id, title, content }) => (
            <ProfileSection
              key={id}
              id={id}
              title={title}
              isFolded={!isWide && openId !== id}
              onToggle={isWide ? undefined : () => setOpen({ hash, id: openId === id ? null : id })}
            >
              {content(profile)}
            </ProfileSection>
          ))}
        </div>
      </div>
    </div>
  )
}

type OwnProfile = NonNullable<ReturnType<typeof useSession>['profile']>

const sections: { id: string; title: string; content: (profile: OwnProfile) => ReactNode }[] = [
  { id: 'details', title: t('Details'), content: (profile) => <DetailsSection profile={profile} /> },
  { id: 'wallet', title: t('Withdrawal wallet'), content: (profile) => <WalletSection profile={profile} /> },
  { id: 'deposit', title: t('Deposit address'), content: () => <DepositSection /> },
  { id: 'mails', title: t('Mails'), content: () => <MailsSection /> },
  { id: 'security', title: t('Security'), content: ({ email }) => <SecuritySection email={email} /> },
  { id: 'data', title: t('Your data'), content: () => <OwnDataSection /> },
  {
    id: 'closure',
    title: t('Close account'),
    content: ({ member_id: memberId }) => <ClosureSection memberId={memberId ?? ''} />,
  },
]

function SectionLinks({ current }: { current: string }) {
  return (
    <nav aria-label={t('Sections of the profile')} className="max-lg:hidden">
      <ul className="sticky top-[calc(var(--topbar)+var(--ticker)+1.5rem)] grid gap-0.5">
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={id === current ? 'true' : undefined}
              className="flex h-control items-center rounded-2 px-3 font-medium text-ink-2 no-underline hover:bg-sunken hover:text-ink aria-[current]:bg-brand-soft aria-[current]:text-on-brand-soft"
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
