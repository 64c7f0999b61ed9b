import { createRoute } from '@tanstack/react-router'
import { pageTitles } from '../../../contract/pages.ts'
import { openChatOnce } from '../chat/open-chat-once.ts'
import { requireMember } from '../../lib/guards.ts'
import { activitySearch } from '../../pages/member/activity/search.ts'
import { buySearch } from '../../pages/member/buy/search.ts'
import { overviewSearch } from '../../pages/member/overview/search.ts'
import { referralsSearch } from '../../pages/member/referrals/search.ts'
import { statementSearch } from '../../pages/member/statement/search.ts'
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
  validateSearch: overviewSearch,
  beforeLoad: openChatOnce,
  component: memberPage(() => import('../../pages/member/overview/page.tsx'), 'OverviewPage'),
  staticData: { title: pageTitles['/dashboard'] },
})
const buy = createRoute({
  getParentRoute: () => memberRoute,
  path: '/buy',
  validateSearch: buySearch,
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
const statement = createRoute({
  getParentRoute: () => memberRoute,
  path: '/statement',
  validateSearch: statementSearch,
  component: memberPage(() => import('../../pages/member/statement/page.tsx'), 'StatementPage'),
  staticData: { title: pageTitles['/dashboard/statement'] },
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
  validateSearch: referralsSearch,
  component: memberPage(() => import('../../pages/member/referrals/page.tsx'), 'ReferralsPage'),
  staticData: { title: pageTitles['/dashboard/referrals'] },
})
const notifications = createRoute({
  getParentRoute: () => memberRoute,
  path: '/notifications',
  component: memberPage(() => import('../../pages/member/notifications/page.tsx'), 'NotificationsPage'),
  staticData: { title: pageTitles['/dashboard/notifications'] },
})

export const memberPages = memberRoute.addChildren([
  memberHome,
  buy,
  transfer,
  withdraw,
  activity,
  statement,
  profile,
  referrals,
  notifications,
])
