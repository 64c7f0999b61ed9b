import { Outlet, useLocation } from '@tanstack/react-router'
import { ArrowDownToLine, ArrowUpFromLine, House, List, Send, UserRound, Users, type LucideIcon } from 'lucide-react'
import { t } from '../../../contract/translate.ts'
import { StepUpDialog } from '../step-up/step-up-dialog.tsx'
import { Sidebar } from '../../ui/sidebar.tsx'
import { SiteShell } from './site-shell.tsx'
import { usePersonKey } from './use-person-key.ts'

export function MemberLayout() {
  const personKey = usePersonKey()
  const path = useLocation({ select: (location) => location.pathname })
  const items = links.map((link) => ({ ...link, current: link.href === path }))
  return (
    <SiteShell
      width="member"
      sidebar={<Sidebar label={t('Your account')} path={path} groups={[{ id: 'member', items }]} />}
    >
      <Outlet key={personKey} />
      <StepUpDialog />
    </SiteShell>
  )
}

const links: { href: string; label: string; icon: LucideIcon }[] = [
  { href: '/dashboard', label: t('Dashboard'), icon: House },
  { href: '/dashboard/buy', label: t('Buy coins'), icon: ArrowDownToLine },
  { href: '/dashboard/transfer', label: t('Transfer'), icon: Send },
  { href: '/dashboard/withdraw', label: t('Withdraw'), icon: ArrowUpFromLine },
  { href: '/dashboard/activity', label: t('Activity'), icon: List },
  { href: '/dashboard/referrals', label: t('Referrals'), icon: Users },
  { href: '/dashboard/profile', label: t('Profile'), icon: UserRound },
]
