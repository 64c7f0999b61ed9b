import { useQuery } from '@tanstack/react-query'
import { Outlet, useLocation } from '@tanstack/react-router'
import {
  BookOpen,
  ChartLine,
  House,
  List,
  MessageSquare,
  Package,
  ScrollText,
  Settings,
  ShieldCheck,
  Users,
  type LucideIcon,
} from 'lucide-react'
import { t, tn } from '../../../contract/translate.ts'
import { requestKinds, type RequestKind } from '../../../contract/requests.ts'
import { kinds } from '../../features/requests/kinds/kinds.ts'
import { CommandPalette } from '../command-palette/command-palette.tsx'
import { StepUpDialog } from '../step-up/step-up-dialog.tsx'
import { mustEnrol } from '../../lib/enrolment.ts'
import { requestCountsQuery } from '../../features/requests/request-counts-query.ts'
import { useSession } from '../../lib/session.ts'
import { unreadText, useUnreadCount } from '../../features/chat/unread-count.ts'
import { Sidebar, type NavGroup } from '../../ui/sidebar.tsx'
import { SiteShell } from './site-shell.tsx'
import { usePersonKey } from './use-person-key.ts'

export function AdminLayout() {
  const personKey = usePersonKey()
  const path = useLocation({ select: (location) => location.pathname })
  const { session } = useSession()
  const isEnrolling = mustEnrol(session)
  const { data: counts } = useQuery({ ...requestCountsQuery, enabled: !isEnrolling })
  const unread = useUnreadCount()
  const waiting = counts ? requestKinds.reduce((sum, kind) => sum + counts[kind].pending, 0) : 0
  const groups: NavGroup[] = linkGroups.map(({ links, ...group }) => ({
    ...group,
    items: links.map(({ kind, ...link }) => ({
      ...link,
      current: link.href === path || (link.href !== '/admin' && path.startsWith(`${link.href}/`)),
      ...(kind && pendingCount(counts?.[kind].pending ?? 0)),
      ...(link.href === chatPath && { count: unread, countLabel: unreadText(unread) }),
    })),
  }))
  return (
    <SiteShell
      width="admin"
      waitingLabel={waiting > 0 ? tn('{count} request pending', '{count} requests pending', waiting) : undefined}
      sidebar={isEnrolling ? undefined : <Sidebar label={t('Administration')} path={path} groups={groups} />}
    >
      <Outlet key={personKey} />
      <StepUpDialog />
      {!isEnrolling && <CommandPalette pages={pages} />}
    </SiteShell>
  )
}

function pendingCount(count: number): { count: number; countLabel: string } {
  return { count, countLabel: tn('{count} pending', '{count} pending', count) }
}

interface AdminLink {
  href: string
  label: string
  icon: LucideIcon
  /** The kind of request to count: the number of pending ones stands beside the link. */
  kind?: RequestKind
}

const chatPath = '/admin/chat'

const linkGroups: { id: string; label?: string; links: AdminLink[] }[] = [
  { id: 'home', links: [{ href: '/admin', label: t('Dashboard'), icon: House }] },
  {
    id: 'approvals',
    label: t('Approvals'),
    links: requestKinds.map((kind) => {
      const { approvalsPath: href, deskName: label, icon } = kinds[kind]
      return { href, label, icon, kind }
    }),
  },
  {
    id: 'records',
    label: t('Records'),
    links: [
      { href: '/admin/users', label: t('Users'), icon: Users },
      { href: '/admin/transactions', label: t('Transactions'), icon: ChartLine },
      { href: '/admin/all-activity', label: t('All Activity'), icon: List },
      { href: '/admin/coins-ledger', label: t('Coins Ledger'), icon: BookOpen },
      { href: '/admin/audit-log', label: t('Audit Log'), icon: ScrollText },
    ],
  },
  {
    id: 'platform',
    label: t('Platform'),
    links: [
      { href: '/admin/manage-packages', label: t('Manage Packages'), icon: Package },
      { href: chatPath, label: t('Chat'), icon: MessageSquare },
      { href: '/admin/settings', label: t('Settings'), icon: Settings },
    ],
  },
  {
    id: 'account',
    label: t('Your account'),
    links: [{ href: '/admin/security', label: t('Security'), icon: ShieldCheck }],
  },
]

/** The pages that the search for everything can find. */
const pages = [
  ...linkGroups.flatMap(({ links }) => links.map(({ href, label }) => ({ href, label }))),
  { href: '/admin/users/invitations', label: t('Invitations') },
]
