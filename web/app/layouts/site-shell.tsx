import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { t } from '../../../contract/translate.ts'
import { useSession } from '../../lib/session.ts'
import { MenuButton } from '../../ui/menu-button.tsx'
import { MemberLinks } from './member-links.tsx'
import { OwnPackageBadge, OwnFigures } from './own-figures.tsx'
import { SiteBar } from './site-bar.tsx'
import { SiteFrame } from './site-frame.tsx'
import { StatsTicker } from './stats-ticker.tsx'

interface SiteShellProps {
  width: 'member' | 'admin' | 'full'
  sidebar?: ReactNode
  /** The bell in the bar, on the pages of members. */
  bell?: ReactNode
  /** The requests that wait behind the closed sidebar, in words. */
  waitingLabel?: string | undefined
  children: ReactNode
}

/** The frame with the links and figures for the person who is signed in. The content fades in once per page. */
export function SiteShell({ width, sidebar, bell, waitingLabel, children }: SiteShellProps) {
  const path = useLocation({ select: (location) => location.pathname })
  const { isAuthenticated, isAdmin } = useSession()
  const hasSidebar = sidebar != null
  return (
    <SiteFrame
      width={width}
      topBar={
        <SiteBar
          menu={hasSidebar ? <MenuButton label={t('Menu')} waitingLabel={waitingLabel} /> : undefined}
          account={isAuthenticated ? <MemberLinks hasSidebar={hasSidebar} bell={bell} /> : undefined}
        />
      }
      ticker={
        isAuthenticated && !isAdmin ? (
          <StatsTicker ownFigures={<OwnFigures />} ownBadge={<OwnPackageBadge />} />
        ) : (
          <StatsTicker />
        )
      }
      sidebar={sidebar}
    >
      <div key={path} className="animate-fade-in">
        {children}
      </div>
    </SiteFrame>
  )
}
