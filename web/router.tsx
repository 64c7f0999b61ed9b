import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouteComponent,
} from '@tanstack/react-router'
import { chatSearch } from './features/chat/chat-search.ts'
import { openChatOnce } from './features/chat/open-chat-once.ts'
import { referralFilters, type ReferralFilter } from './features/referrals/referral-look.ts'
import { buySteps, type BuyStep } from './features/requests/buy-steps.ts'
import { requireAdmin, requireMember, requireVisitor } from './lib/guards.ts'
import {
  activitySearch,
  allActivitySearch,
  auditSearch,
  deskSearch,
  transactionsSearch,
  userSearch,
  usersSearch,
} from './lib/list-searches.ts'
import { confirmFromHash, takeInvitation, takeResetToken } from './lib/mailed-links.ts'
import { announcePages } from './lib/page-arrival.ts'
import { queryClient } from './lib/query-client.ts'
import { toReturnPath } from './lib/return-path.ts'
import { oneOf, parseSearch, stringifySearch, textOf } from './lib/search.ts'
import { sessionQuery } from './lib/session.ts'
import { PublicLayout } from './pages/layouts/public-layout.tsx'
import { RootLayout } from './pages/layouts/root-layout.tsx'
import { StartFailed } from './pages/layouts/start-failed.tsx'
import { StartScreen } from './pages/layouts/start-screen.tsx'

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}

export function createAppRouter() {
  const router = createRouter({
    routeTree,
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPendingMs: 150,
    defaultPendingMinMs: 300,
    defaultPendingComponent: StartScreen,
    defaultErrorComponent: StartFailed,
    scrollRestoration: true,
  })
  announcePages(router)
  return router
}

const rootRoute = createRootRoute({
  component: RootLayout,
  beforeLoad: async () => {
    await queryClient.ensureQueryData(sessionQuery)
  },
})

const publicRoute = createRoute({ getParentRoute: () => rootRoute, id: 'public', component: PublicLayout })
const landing = createRoute({
  getParentRoute: () => publicRoute,
  path: '/',
  component: page(() => import('./pages/public/landing.tsx'), 'LandingPage'),
  staticData: { title: 'A coin with every movement on record' },
})
const login = createRoute({
  getParentRoute: () => publicRoute,
  path: '/login',
  validateSearch: (search): { return?: string | undefined } => ({ return: toReturnPath(search['return']) }),
  beforeLoad: async (context) => {
    await confirmFromHash(context)
    await requireVisitor(context)
  },
  component: page(() => import('./pages/public/login.tsx'), 'LoginPage'),
  staticData: { title: 'Log In' },
})
const adminLogin = createRoute({
  getParentRoute: () => publicRoute,
  path: '/admin-login',
  validateSearch: (search): { return?: string | undefined } => ({ return: toReturnPath(search['return']) }),
  beforeLoad: requireVisitor,
  component: page(() => import('./pages/public/admin-login.tsx'), 'AdminLoginPage'),
  staticData: { title: 'Admin login' },
})
const signup = createRoute({
  getParentRoute: () => publicRoute,
  path: '/signup',
  validateSearch: (search): { ref?: string | undefined } => ({ ref: textOf(search['ref']) }),
  beforeLoad: requireVisitor,
  component: page(() => import('./pages/public/signup.tsx'), 'SignupPage'),
  staticData: { title: 'Sign Up' },
})
const forgotPassword = createRoute({
  getParentRoute: () => publicRoute,
  path: '/forgot-password',
  beforeLoad: requireVisitor,
  component: page(() => import('./pages/public/forgot-password.tsx'), 'ForgotPasswordPage'),
  staticData: { title: 'Forgot password' },
})
const resetPassword = createRoute({
  getParentRoute: () => publicRoute,
  path: '/reset-password',
  // Whoever follows a link from a mail may set a new password, signed in or not.
  beforeLoad: async (context) => {
    takeResetToken(context)
    if (context.location.state.resetToken === undefined) await requireVisitor(context)
  },
  component: page(() => import('./pages/public/reset-password.tsx'), 'ResetPasswordPage'),
  staticData: { title: 'Reset password' },
})
const adminSignup = createRoute({
  getParentRoute: () => publicRoute,
  path: '/admin-signup',
  beforeLoad: async (context) => {
    takeInvitation(context)
    await requireVisitor(context)
  },
  component: page(() => import('./pages/public/admin-signup.tsx'), 'AdminSignupPage'),
  staticData: { title: 'Admin registration' },
})
const terms = createRoute({
  getParentRoute: () => publicRoute,
  path: '/terms',
  component: page(() => import('./pages/public/unpublished.tsx'), 'UnpublishedPage'),
  staticData: { title: 'Terms of Service' },
})
const privacy = createRoute({
  getParentRoute: () => publicRoute,
  path: '/privacy',
  component: page(() => import('./pages/public/unpublished.tsx'), 'UnpublishedPage'),
  staticData: { title: 'Privacy Policy' },
})
const notFound = createRoute({
  getParentRoute: () => publicRoute,
  path: '$',
  component: page(() => import('./pages/public/not-found.tsx'), 'NotFoundPage'),
  staticData: { title: 'Page Not Found' },
})

const memberRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/dashboard',
  beforeLoad: requireMember,
  component: page(() => import('./pages/layouts/member-layout.tsx'), 'MemberLayout'),
})
const memberHome = createRoute({
  getParentRoute: () => memberRoute,
  path: '/',
  validateSearch: (search): { openChat?: 'true' | undefined } => ({
    openChat: oneOf(search['openChat'], ['true'] as const),
  }),
  beforeLoad: openChatOnce,
  component: page(() => import('./pages/member/overview.tsx'), 'OverviewPage'),
  staticData: { title: 'Dashboard' },
})
const buy = createRoute({
  getParentRoute: () => memberRoute,
  path: '/buy',
  validateSearch: (search): { step?: BuyStep | undefined } => ({ step: oneOf(search['step'], buySteps) }),
  component: page(() => import('./pages/member/buy.tsx'), 'BuyPage'),
  staticData: { title: 'Buy coins' },
})
const transfer = createRoute({
  getParentRoute: () => memberRoute,
  path: '/transfer',
  component: page(() => import('./pages/member/transfer.tsx'), 'TransferPage'),
  staticData: { title: 'Transfer coins' },
})
const withdraw = createRoute({
  getParentRoute: () => memberRoute,
  path: '/withdraw',
  component: page(() => import('./pages/member/withdraw.tsx'), 'WithdrawPage'),
  staticData: { title: 'Withdraw coins' },
})
const activity = createRoute({
  getParentRoute: () => memberRoute,
  path: '/activity',
  validateSearch: activitySearch,
  component: page(() => import('./pages/member/activity.tsx'), 'ActivityPage'),
  staticData: { title: 'Activity' },
})
const profile = createRoute({
  getParentRoute: () => memberRoute,
  path: '/profile',
  component: page(() => import('./pages/member/profile.tsx'), 'ProfilePage'),
  staticData: { title: 'Profile' },
})
const referrals = createRoute({
  getParentRoute: () => memberRoute,
  path: '/referrals',
  validateSearch: (search): { status?: ReferralFilter | undefined } => ({
    status: oneOf(search['status'], referralFilters),
  }),
  component: page(() => import('./pages/member/referrals.tsx'), 'ReferralsPage'),
  staticData: { title: 'Referrals' },
})

const adminRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin',
  beforeLoad: requireAdmin,
  component: page(() => import('./pages/layouts/admin-layout.tsx'), 'AdminLayout'),
})
const adminHome = createRoute({
  getParentRoute: () => adminRoute,
  path: '/',
  component: page(() => import('./pages/admin/dashboard.tsx'), 'AdminDashboardPage'),
  staticData: { title: 'Admin dashboard' },
})
const depositApprovals = createRoute({
  getParentRoute: () => adminRoute,
  path: '/deposit-approvals',
  validateSearch: deskSearch,
  component: page(() => import('./pages/admin/deposit-approvals.tsx'), 'DepositApprovalsPage'),
  staticData: { title: 'Deposit approvals' },
})
const withdrawalApprovals = createRoute({
  getParentRoute: () => adminRoute,
  path: '/withdrawal-approvals',
  validateSearch: deskSearch,
  component: page(() => import('./pages/admin/withdrawal-approvals.tsx'), 'WithdrawalApprovalsPage'),
  staticData: { title: 'Withdrawal approvals' },
})
const transferApprovals = createRoute({
  getParentRoute: () => adminRoute,
  path: '/transfer-approvals',
  validateSearch: deskSearch,
  component: page(() => import('./pages/admin/transfer-approvals.tsx'), 'TransferApprovalsPage'),
  staticData: { title: 'Transfer approvals' },
})
const users = createRoute({
  getParentRoute: () => adminRoute,
  path: '/users',
  validateSearch: usersSearch,
  component: page(() => import('./pages/admin/users.tsx'), 'UsersPage'),
  staticData: { title: 'Users' },
})
const invitations = createRoute({
  getParentRoute: () => adminRoute,
  path: '/users/invitations',
  component: page(() => import('./pages/admin/invitations.tsx'), 'InvitationsPage'),
  staticData: { title: 'Invitations' },
})
const user = createRoute({
  getParentRoute: () => adminRoute,
  path: '/users/$userId',
  validateSearch: userSearch,
  component: page(() => import('./pages/admin/user-details.tsx'), 'UserDetailsPage'),
  staticData: { title: 'User details' },
})
const managePackages = createRoute({
  getParentRoute: () => adminRoute,
  path: '/manage-packages',
  validateSearch: (search): { edit?: string | undefined } => ({ edit: textOf(search['edit']) }),
  component: page(() => import('./pages/admin/manage-packages.tsx'), 'ManagePackagesPage'),
  staticData: { title: 'Manage packages' },
})
const security = createRoute({
  getParentRoute: () => adminRoute,
  path: '/security',
  component: page(() => import('./pages/admin/security.tsx'), 'SecurityPage'),
  staticData: { title: 'Security' },
})
const transactions = createRoute({
  getParentRoute: () => adminRoute,
  path: '/transactions',
  validateSearch: transactionsSearch,
  component: page(() => import('./pages/admin/transactions.tsx'), 'TransactionsPage'),
  staticData: { title: 'Transactions' },
})
const allActivity = createRoute({
  getParentRoute: () => adminRoute,
  path: '/all-activity',
  validateSearch: allActivitySearch,
  component: page(() => import('./pages/admin/all-activity.tsx'), 'AllActivityPage'),
  staticData: { title: 'All activity' },
})
const coinsLedger = createRoute({
  getParentRoute: () => adminRoute,
  path: '/coins-ledger',
  validateSearch: transactionsSearch,
  component: page(() => import('./pages/admin/coins-ledger.tsx'), 'CoinsLedgerPage'),
  staticData: { title: 'Coins ledger' },
})
const chat = createRoute({
  getParentRoute: () => adminRoute,
  path: '/chat',
  validateSearch: chatSearch,
  component: page(() => import('./pages/admin/chat.tsx'), 'ChatPage'),
  staticData: { title: 'Chat' },
})
const settings = createRoute({
  getParentRoute: () => adminRoute,
  path: '/settings',
  component: page(() => import('./pages/admin/settings.tsx'), 'SettingsPage'),
  staticData: { title: 'Settings' },
})
const auditLog = createRoute({
  getParentRoute: () => adminRoute,
  path: '/audit-log',
  validateSearch: auditSearch,
  component: page(() => import('./pages/admin/audit-log.tsx'), 'AuditLogPage'),
  staticData: { title: 'Audit log' },
})

const publicPages = publicRoute.addChildren([
  landing,
  login,
  adminLogin,
  signup,
  forgotPassword,
  resetPassword,
  adminSignup,
  terms,
  privacy,
  notFound,
])
const memberPages = memberRoute.addChildren([memberHome, buy, transfer, withdraw, activity, profile, referrals])
const adminPages = adminRoute.addChildren([
  adminHome,
  depositApprovals,
  withdrawalApprovals,
  transferApprovals,
  users,
  invitations,
  user,
  managePackages,
  security,
  transactions,
  allActivity,
  coinsLedger,
  settings,
  auditLog,
  chat,
])
const routeTree = rootRoute.addChildren([publicPages, memberPages, adminPages])

/** A page that is loaded when it is first opened. Its type is kept out of the routes, which the page itself asks for its search. */
function page<K extends string, T extends Record<K, unknown>>(load: () => Promise<T>, name: K): RouteComponent {
  return lazyRouteComponent(load as () => Promise<Record<string, RouteComponent>>, name)
}
