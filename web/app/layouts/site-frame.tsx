import type { ReactNode } from 'react'
import { t } from '../../../contract/translate.ts'
import { LanguageSwitch } from '../language/language-switch.tsx'
import { AppLink } from '../../lib/app-link.tsx'
import { AppShell } from '../../ui/app-shell.tsx'
import { Footer } from '../../ui/footer.tsx'
import { ThemeToggle } from '../../ui/theme-toggle.tsx'

interface SiteFrameProps {
  width: 'member' | 'admin' | 'full'
  topBar: ReactNode
  ticker: ReactNode
  sidebar?: ReactNode
  children: ReactNode
}

/** The frame around every page: bars, sidebar, footer. */
export function SiteFrame({ children, ...parts }: SiteFrameProps) {
  return (
    <AppShell
      link={AppLink}
      {...parts}
      footer={
        <Footer label={t('Legal')} links={legalLinks} end={<FooterEnd />}>
          <span>ET</span>
        </Footer>
      }
    >
      {children}
    </AppShell>
  )
}

function FooterEnd() {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <LanguageSwitch />
      <ThemeToggle className="lg:hidden" />
    </div>
  )
}

const legalLinks = [
  { href: '/terms', label: t('Terms of Service') },
  { href: '/privacy', label: t('Privacy Policy') },
]
