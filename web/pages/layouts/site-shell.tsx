import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { t } from '../../../contract/translate.ts'
import { AppLink } from '../../lib/app-link.tsx'
import { AppShell } from '../../ui/app-shell.tsx'
import { Footer } from '../../ui/footer.tsx'
import { ThemeToggle } from '../../ui/theme-toggle.tsx'
import { SiteBar } from './site-bar.tsx'
import { StatsStrip } from './stats-strip.tsx'

interface SiteShellProps {
  width: 'member' | 'admin' | 'full'
  sidebar?: ReactNode
  /** What waits behind the closed sidebar, in words. */
  waitingLabel?: string | undefined
  children: ReactNode
}

/** The frame around every page: bars, sidebar, footer. The content fades in once per page. */
export function SiteShell({ width, sidebar, waitingLabel, children }: SiteShellProps) {
  const path = useLocation({ select: (location) => location.pathname })
  return (
    <AppShell
      link={AppLink}
      width={width}
      topBar={<SiteBar waitingLabel={waitingLabel} hasSidebar={sidebar != null} />}
      strip={<StatsStrip />}
      sidebar={sidebar}
      footer={
        <Footer label={t('Legal')} links={legalLinks} end={<ThemeToggle className="lg:hidden" />}>
          <span>ET</span>
        </Footer>
      }
    >
      <div key={path} className="animate-fade-in">
        {children}
      </div>
    </AppShell>
  )
}

const legalLinks = [
  { href: '/terms', label: t('Terms of Service') },
  { href: '/privacy', label: t('Privacy Policy') },
]
