import { Outlet, useLocation } from '@tanstack/react-router'
import { ArrowDownToLine, ArrowUpFromLine, House, List, Send, UserRound, Users, type LucideIcon } from 'lucide-react'
import { sidebarPages, type SidebarPage } from '../../../contract/pages.ts'
import { t } from '../../../contract/translate.ts'
import { StepUpDialog } from '../step-up/step-up-dialog.tsx'
import { loadWhenNeeded } from '../../ui/load-when-needed.tsx'
import { Sidebar } from '../../ui/sidebar.tsx'
import { ClosingNotice } from './closing-notice.tsx'
import { SiteShell } from './site-shell.tsx'
import { usePersonKey } from './use-person-key.ts'

export function MemberLayout() {
  const personKey = usePersonKey()
  const path = useLocation({ select: (location) => location.pathname })
  const items = links.map((link) => ({ ...link, current: link.href === path }))
  return (
    <SiteShell
      width="member"
      bell={bell}
      sidebar={<Sidebar label={t('Your account')} path={path} groups={[{ id: 'member', items }]} />}
    >
      <ClosingNotice />
      <Outlet key={personKey} />
      <StepUpDialog />
    </SiteShell>
  )
}

const LateBell = loadWhenNeeded(async () => (await import('./notices-link.tsx')).NoticesLink)

// The room of the bell is there from the start, so that nothing moves when it arrives.
const bell = (
  <span data-bell className="min-w-control flex-none">
    <LateBell isNeeded props={{}} />
  </span>
)

const icons = {
  ArrowDownToLine,
  ArrowUpFromLine,
  House,
  List,
  Send,
  UserRound,
  Users,
} satisfies Record<SidebarPage<'member'>['icon'], LucideIcon>

const links = sidebarPages('member').map(({ href, label, icon }) => ({ href, label, icon: icons[icon] }))
