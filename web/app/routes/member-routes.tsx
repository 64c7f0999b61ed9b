import { createRoute } from '@tanstack/react-router'
import { pageTitles } from '../../../contract/page-titles.ts'
import { openChatOnce } from '../chat/open-chat-once.ts'
import { referralFilters, type ReferralFilter } from '../../features/referrals/referral-display.ts'
import { buySteps, type BuyStep } from '../../features/requests/buy-steps.ts'
import { requireMember } from '../../lib/guards.ts'
import { activitySearch } from '../../lib/list-searches.ts'
import { oneOf } from '../../lib/search.ts'
import { memberPage, rootRoute } from './root-route.tsx'

const memberRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/dashboard',
  beforeLoad: requireMember,
  component: memberPage(() => import('../layouts/member-layout.tsx'), 'MemberLayout'),
})
const memberHome = createRoute({
  getParentRoute: () => memberRoute,
  path: '/',
  validateSearch: (search): { openChat?: 'true' | undefined } => ({
    openChat: oneOf(search['openChat'], ['true'] as const),
  }),
  beforeLoad: openChatOnce,
  component: memberPage(() => import('../../pages/member/overview/page.tsx'), 'OverviewPage'),
  staticData: { title: pageTitles['/dashboard'] },
})
const buy = createRoute({
  getParentRoute: () => memberRoute,
  path: '/buy',
  validateSearch: (search): { step?: BuyStep | undefined } => ({ step: oneOf(search['step'], buySteps) }),
  component: memberPage(() => import('../../pages/member/buy/page.tsx'), 'BuyPage'),
  staticData: { title: pageTitles['/dashboard/buy'] },
})
const transfer = createRoute({
  getParentRoute: () => memberRoute,
  path: '/transfer',
  component: memberPage(() => import('../../pages/member/transfer/page.tsx'), 'TransferPage'),
  staticData: { title: pageTitles['/dashboard/transfer'] },
})
const withdraw = createRoute({
  getParentRoute: () => memberRoute,
  path: '/withdraw',
  component: memberPage(() => import('../../pages/member/withdraw/page.tsx'), 'WithdrawPage'),
  staticData: { title: pageTitles['/dashboard/withdraw'] },
})
const activity = createRoute({
  getParentRoute: () => memberRoute,
  path: '/activity',
  validateSearch: activitySearch,
  component: memberPage(() => import('../../pages/member/activity/page.tsx'), 'ActivityPage'),
  staticData: { title: pageTitles['/dashboard/activity'] },
})
const profile = createRoute({
  getParentRoute: () => memberRoute,
  path: '/profile',
  component: memberPage(() => import('../../pages/member/profile/page.tsx'), 'ProfilePage'),
  staticData: { title: pageTitles['/dashboard/profile'] },
})
const referrals = createRoute({
  getParentRoute: () => memberRoute,
  path: '/referrals',
  validateSearch: (search): { status?: ReferralFilter | undefined } => ({
    status: oneOf(search['status'], referralFilters),
  }),
  component: memberPage(() => import('../../pages/member/referrals/page.tsx'), 'ReferralsPage'),
  staticData: { title: pageTitles['/dashboard/referrals'] },
})

export const memberPages = memberRoute.addChildren([memberHome, buy, transfer, withdraw, activity, profile, referrals])
