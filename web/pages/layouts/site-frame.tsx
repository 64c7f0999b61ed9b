import type { ReactNode } from 'react'
import { t } from '../../../contract/translate.ts'
import { AppLink } from '../../lib/app-link.tsx'
import { AppShell } from '../../ui/app-shell.tsx'
import { Footer } from '../../ui/footer.tsx'
import { ThemeToggle } from '../../ui/theme-toggle.tsx'

interface SiteFrameProps {
  width: 'member' | 'admin' | 'full'
  topBar: ReactNode
  strip: ReactNode
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
        <Footer label={t('Legal')} links={legalLinks} end={<ThemeToggle className="lg:hidden" />}>
          <span>ET</span>
        </Footer>
      }
    >
      {children}
    </AppShell>
  )
}

const legalLinks = [
  { href: '/terms', label: t('Terms of Service') },
  { href: '/privacy', label: t('Privacy Policy') },
]
