import { useQuery } from '@tanstack/react-query'
import { Outlet, useLocation } from '@tanstack/react-router'
import {
  ArrowDownToLine,
  ArrowUpFromLine,
  BookOpen,
  ChartColumn,
  ChartLine,
  HandCoins,
  House,
  Link2,
  List,
  ListRestart,
  MessageSquare,
  Package,
  Scale,
  ScrollText,
  Send,
  Settings,
  ShieldCheck,
  Users,
  UsersRound,
  type LucideIcon,
} from 'lucide-react'
import { findPage, otherDutiesFor, pageTitles, sidebarPages, type SidebarPage } from '../../../contract/pages.ts'
import type { RequestCounts } from '../../../contract/request-review.ts'
import { t, tn } from '../../../contract/translate.ts'
import { requestKinds } from '../../../contract/endpoints/requests.ts'
import { getRequestDigest } from '../../../contract/endpoints/request-digest.ts'
import { countSecondApprovals } from '../../../contract/endpoints/second-approvals.ts'
import { CommandPalette } from '../command-palette/command-palette.tsx'
import { StepUpDialog } from '../step-up/step-up-dialog.tsx'
import { mustEnrol } from '../../lib/enrolment.ts'
import { payoutTotalsQuery } from '../../features/requests/payouts/payout-queries.ts'
import { countDecidable, requestCountsQuery } from '../../features/requests/request-counts-query.ts'
import { queryOf } from '../../lib/query-of.ts'
import { useSession } from '../../lib/session.ts'
import { useMay } from '../../lib/use-may.ts'
import { unreadText, useUnreadCount } from '../../features/chat/unread-count.ts'
import { Sidebar, type NavGroup } from '../../ui/sidebar.tsx'
import { OtherDuty } from './other-duty.tsx'
import { RequestWatch } from './request-watch.ts'
import { SiteShell } from './site-shell.tsx'
import { usePersonKey } from './use-person-key.ts'

export function AdminLayout() {
  const personKey = usePersonKey()
  const path = useLocation({ select: (location) => location.pathname })
  const { session, profile } = useSession()
  const duty = profile?.duty
  const page = findPage(path)
  const needed = otherDutiesFor(page, duty)
  const isInReach = ({ href }: Pick<SidebarPage<'admin'>, 'href'>) => otherDutiesFor(href, duty) === undefined
  const isEnrolling = mustEnrol(session)
  const { data: counts } = useQuery({ ...requestCountsQuery, enabled: !isEnrolling })
  const { data: second } = useQuery({ ...secondApprovalCountsQuery, enabled: !isEnrolling })
  const { data: payouts } = useQuery({ ...payoutTotalsQuery, enabled: !isEnrolling })
  const unread = useUnreadCount()
  const may = useMay()
  const waiting = requestKinds.reduce((sum, kind) => sum + countDecidable(counts, kind), 0)
  const groups: NavGroup[] = Object.entries(groupLabels).map(([id, label]) => ({
    id,
    label,
    items: links
      .filter((link) => link.group === id && isInReach(link))
      .map(({ href, label: name, icon, counts: kind }) => ({
        href,
        label: name,
        icon: icons[icon],
        current: href === path || (href !== '/admin' && path.startsWith(`${href}/`)),
        ...(kind && pendingCount(countDecidable(counts, kind))),
        ...(href === secondApprovalsPath && forYouCount((second?.requests ?? 0) + (second?.changes ?? 0))),
        ...(href === payoutsPath && toPayCount(payouts?.to_pay.count ?? 0)),
        ...(href === chatPath && { count: unread, countLabel: unreadText(unread) }),
      })),
  }))
  return (
    <SiteShell
      width="admin"
      waitingLabel={waiting > 0 ? tn('{count} request pending', '{count} requests pending', waiting) : undefined}
      sidebar={isEnrolling ? undefined : <Sidebar label={t('Administration')} path={path} groups={groups} />}
    >
      {page && duty && needed ? (
        <OtherDuty title={pageTitles[page]} own={duty} needed={needed} />
      ) : (
        <Outlet key={personKey} />
      )}
      {counts && may(getRequestDigest) && <RequestWatch total={countAll(counts)} />}
      <StepUpDialog />
      {!isEnrolling && <CommandPalette pages={found.filter(isInReach)} />}
    </SiteShell>
  )
}

function countAll(counts: RequestCounts): number {
  return requestKinds.reduce((sum, kind) => sum + counts[kind].total, 0)
}

function pendingCount(count: number): { count: number; countLabel: string } {
  return { count, countLabel: tn('{count} pending', '{count} pending', count) }
}

function forYouCount(count: number): { count: number; countLabel: string } {
  return { count, countLabel: tn('{count} waits for you', '{count} wait for you', count) }
}

function toPayCount(count: number): { count: number; countLabel: string } {
  return { count, countLabel: tn('{count} to pay', '{count} to pay', count) }
}

/** Counts what waits for the administrator who is signed in. */
const secondApprovalCountsQuery = queryOf(
  countSecondApprovals,
  ['requests', 'changes', 'profile', 'settings', 'packages'],
  {},
)

const secondApprovalsPath = '/admin/second-approvals'
const payoutsPath = '/admin/payouts'
const chatPath = '/admin/chat'
const invitationsPath = '/admin/users/invitations'
const savedRepliesPath = '/admin/saved-replies'

const icons = {
  ArrowDownToLine,
  ArrowUpFromLine,
  BookOpen,
  ChartColumn,
  ChartLine,
  HandCoins,
  House,
  Link2,
  List,
  ListRestart,
  MessageSquare,
  Package,
  Scale,
  ScrollText,
  Send,
  Settings,
  ShieldCheck,
  Users,
  UsersRound,
} satisfies Record<SidebarPage<'admin'>['icon'], LucideIcon>

/** The groups of the sidebar in their order, with their headings. */
const groupLabels: Record<SidebarPage<'admin'>['group'], string | undefined> = {
  home: undefined,
  approvals: t('Approvals'),
  records: t('Records'),
  platform: t('Platform'),
  account: t('Your account'),
}

const links = sidebarPages('admin')

/** The pages that the search for everything finds. */
const found = [
  ...links,
  ...([invitationsPath, savedRepliesPath] as const).map((href) => ({ href, label: pageTitles[href] })),
]
