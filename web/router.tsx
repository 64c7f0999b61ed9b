import { createRootRoute, createRoute, createRouter, lazyRouteComponent as page } from '@tanstack/react-router'
import { requestKinds } from '../contract/requests.ts'
import { requireAdmin, requireMember, requireVisitor } from './lib/guards.ts'
import { confirmFromHash, takeInvitation } from './lib/mailed-links.ts'
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
const publicPages = publicRoute.addChildren([
  createRoute({
    getParentRoute: () => publicRoute,
    path: '/',
    component: page(() => import('./pages/public/landing.tsx'), 'LandingPage'),
    staticData: { title: 'A coin with every movement on record' },
  }),
  createRoute({
    getParentRoute: () => publicRoute,
    path: '/login',
    validateSearch: (search) => ({ return: toReturnPath(search['return']) }),
    beforeLoad: async (context) => {
      await confirmFromHash(context)
      await requireVisitor(context)
    },
    component: page(() => import('./pages/public/login.tsx'), 'LoginPage'),
    staticData: { title: 'Log In' },
  }),
  createRoute({
    getParentRoute: () => publicRoute,
    path: '/admin-login',
    beforeLoad: requireVisitor,
    component: page(() => import('./pages/public/admin-login.tsx'), 'AdminLoginPage'),
    staticData: { title: 'Admin login' },
  }),
  createRoute({
    getParentRoute: () => publicRoute,
    path: '/signup',
    validateSearch: (search) => ({ ref: textOf(search['ref']) }),
    beforeLoad: requireVisitor,
    component: page(() => import('./pages/public/signup.tsx'), 'SignupPage'),
    staticData: { title: 'Sign Up' },
  }),
  createRoute({
    getParentRoute: () => publicRoute,
    path: '/forgot-password',
    beforeLoad: requireVisitor,
    component: page(() => import('./pages/public/being-built.tsx'), 'PasswordBeingBuiltPage'),
    staticData: { title: 'Forgot password' },
  }),
  createRoute({
    getParentRoute: () => publicRoute,
    path: '/reset-password',
    component: page(() => import('./pages/public/being-built.tsx'), 'PasswordBeingBuiltPage'),
    staticData: { title: 'Reset password' },
  }),
  createRoute({
    getParentRoute: () => publicRoute,
    path: '/admin-signup',
    beforeLoad: async (context) => {
      takeInvitation(context)
      await requireVisitor(context)
    },
    component: page(() => import('./pages/public/admin-signup.tsx'), 'AdminSignupPage'),
    staticData: { title: 'Admin registration' },
  }),
  createRoute({
    getParentRoute: () => publicRoute,
    path: '/terms',
    component: page(() => import('./pages/public/unpublished.tsx'), 'UnpublishedPage'),
    staticData: { title: 'Terms of Service' },
  }),
  createRoute({
    getParentRoute: () => publicRoute,
    path: '/privacy',
    component: page(() => import('./pages/public/unpublished.tsx'), 'UnpublishedPage'),
    staticData: { title: 'Privacy Policy' },
  }),
  createRoute({
    getParentRoute: () => publicRoute,
    path: '$',
    component: page(() => import('./pages/public/not-found.tsx'), 'NotFoundPage'),
    staticData: { title: 'Page Not Found' },
  }),
])

const memberRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/dashboard',
  beforeLoad: requireMember,
  component: page(() => import('./pages/layouts/member-layout.tsx'), 'MemberLayout'),
})
const memberPages = memberRoute.addChildren([
  createRoute({
    getParentRoute: () => memberRoute,
    path: '/',
    validateSearch: (search) => ({ openChat: oneOf(search['openChat'], ['true'] as const) }),
    component: page(() => import('./pages/member/overview.tsx'), 'OverviewPage'),
    staticData: { title: 'Dashboard' },
  }),
  createRoute({
    getParentRoute: () => memberRoute,
    path: '/buy',
    component: page(() => import('./pages/member/buy.tsx'), 'BuyPage'),
    staticData: { title: 'Buy coins' },
  }),
  createRoute({
    getParentRoute: () => memberRoute,
    path: '/activity',
    validateSearch: (search) => ({
      type: oneOf(search['type'], requestKinds),
      status: oneOf(search['status'], ['pending', 'approved', 'rejected'] as const),
      request: textOf(search['request']),
    }),
    component: page(() => import('./pages/public/being-built.tsx'), 'MemberBeingBuiltPage'),
    staticData: { title: 'Activity' },
  }),
  ...(
    [
      ['/transfer', 'Transfer coins'],
      ['/withdraw', 'Withdraw coins'],
      ['/referrals', 'Referrals'],
      ['/profile', 'Profile'],
    ] as const
  ).map(([path, title]) =>
    createRoute({
      getParentRoute: () => memberRoute,
      path,
      component: page(() => import('./pages/public/being-built.tsx'), 'MemberBeingBuiltPage'),
      staticData: { title },
    }),
  ),
])

const adminRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin',
  beforeLoad: requireAdmin,
  component: page(() => import('./pages/layouts/admin-layout.tsx'), 'AdminLayout'),
})
const adminPages = adminRoute.addChildren([
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/',
    component: page(() => import('./pages/public/being-built.tsx'), 'AdminBeingBuiltPage'),
    staticData: { title: 'Admin dashboard' },
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/deposit-approvals',
    validateSearch: (search) => ({ request: textOf(search['request']) }),
    component: page(() => import('./pages/public/being-built.tsx'), 'AdminBeingBuiltPage'),
    staticData: { title: 'Deposit approvals' },
  }),
  ...(
    [
      ['/users', 'Users'],
      ['/users/$userId', 'User details'],
      ['/transactions', 'Transactions'],
      ['/withdrawal-approvals', 'Withdrawal approvals'],
      ['/transfer-approvals', 'Transfer approvals'],
      ['/all-activity', 'All activity'],
      ['/coins-ledger', 'Coins ledger'],
      ['/manage-packages', 'Manage packages'],
      ['/chat', 'Chat'],
    ] as const
  ).map(([path, title]) =>
    createRoute({
      getParentRoute: () => adminRoute,
      path,
      component: page(() => import('./pages/public/being-built.tsx'), 'AdminBeingBuiltPage'),
      staticData: { title },
    }),
  ),
])

const routeTree = rootRoute.addChildren([publicPages, memberPages, adminPages])
