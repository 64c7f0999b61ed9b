import { createRoute } from '@tanstack/react-router'
import { pageTitles } from '../../../contract/pages.ts'
import { requireVisitor } from '../../lib/guards.ts'
import {
  takeConfirmationTokenFromHash,
  takeInvitationFromHash,
  takeMailStopTokenFromHash,
  takeNewEmailTokenFromHash,
  takeNotMeTokenFromHash,
  takeResetTokenFromHash,
} from '../../lib/mailed-links.ts'
import { returnSearch } from '../../lib/return-path.ts'
import { signupSearch } from '../../pages/public/signup/search.ts'
import { PublicLayout } from '../layouts/public-layout.tsx'
import { legalPage, lazyPage, rootRoute } from './root-route.tsx'

const publicRoute = createRoute({ getParentRoute: () => rootRoute, id: 'public', component: PublicLayout })
const landing = createRoute({
  getParentRoute: () => publicRoute,
  path: '/',
  component: lazyPage(() => import('../../pages/public/landing/page.tsx'), 'LandingPage'),
  staticData: { title: pageTitles['/'] },
})
const login = createRoute({
  getParentRoute: () => publicRoute,
  path: '/login',
  validateSearch: returnSearch,
  beforeLoad: async (context) => {
    takeConfirmationTokenFromHash(context)
    // A link from a mail confirms an address, whether or not the person is signed in.
    if (context.location.state.confirmationToken === undefined) await requireVisitor(context)
  },
  component: lazyPage(() => import('../../pages/public/login/page.tsx'), 'LoginPage'),
  staticData: { title: pageTitles['/login'] },
})
const adminLogin = createRoute({
  getParentRoute: () => publicRoute,
  path: '/admin-login',
  validateSearch: returnSearch,
  beforeLoad: requireVisitor,
  component: lazyPage(() => import('../../pages/public/admin-login.tsx'), 'AdminLoginPage'),
  staticData: { title: pageTitles['/admin-login'] },
})
const signup = createRoute({
  getParentRoute: () => publicRoute,
  path: '/signup',
  validateSearch: signupSearch,
  beforeLoad: async (context) => {
    if (context.location.state.renewalToken === undefined) await requireVisitor(context)
  },
  component: lazyPage(() => import('../../pages/public/signup/page.tsx'), 'SignupPage'),
  staticData: { title: pageTitles['/signup'] },
})
const forgotPassword = createRoute({
  getParentRoute: () => publicRoute,
  path: '/forgot-password',
  beforeLoad: requireVisitor,
  component: lazyPage(() => import('../../pages/public/forgot-password/page.tsx'), 'ForgotPasswordPage'),
  staticData: { title: pageTitles['/forgot-password'] },
})
const resetPassword = createRoute({
  getParentRoute: () => publicRoute,
  path: '/reset-password',
  // A link from a mail may set a new password, whether or not the person is signed in.
  beforeLoad: async (context) => {
    takeResetTokenFromHash(context)
    if (context.location.state.resetToken === undefined) await requireVisitor(context)
  },
  component: lazyPage(() => import('../../pages/public/reset-password/page.tsx'), 'ResetPasswordPage'),
  staticData: { title: pageTitles['/reset-password'] },
})
const notMe = createRoute({
  getParentRoute: () => publicRoute,
  path: '/not-me',
  beforeLoad: takeNotMeTokenFromHash,
  component: lazyPage(() => import('../../pages/public/not-me.tsx'), 'NotMePage'),
  staticData: { title: pageTitles['/not-me'] },
})
const confirmEmail = createRoute({
  getParentRoute: () => publicRoute,
  path: '/confirm-email',
  beforeLoad: takeNewEmailTokenFromHash,
  component: lazyPage(() => import('../../pages/public/confirm-email.tsx'), 'ConfirmEmailPage'),
  staticData: { title: pageTitles['/confirm-email'] },
})
const unsubscribe = createRoute({
  getParentRoute: () => publicRoute,
  path: '/unsubscribe',
  beforeLoad: takeMailStopTokenFromHash,
  component: lazyPage(() => import('../../pages/public/unsubscribe.tsx'), 'UnsubscribePage'),
  staticData: { title: pageTitles['/unsubscribe'] },
})
const adminSignup = createRoute({
  getParentRoute: () => publicRoute,
  path: '/admin-signup',
  beforeLoad: async (context) => {
    takeInvitationFromHash(context)
    await requireVisitor(context)
  },
  component: lazyPage(() => import('../../pages/public/admin-signup/page.tsx'), 'AdminSignupPage'),
  staticData: { title: pageTitles['/admin-signup'] },
})
const terms = createRoute({
  getParentRoute: () => publicRoute,
  path: '/terms',
  component: legalPage(() => import('../../pages/public/terms/page.tsx'), 'TermsPage'),
  staticData: { title: pageTitles['/terms'] },
})
const privacy = createRoute({
  getParentRoute: () => publicRoute,
  path: '/privacy',
  component: legalPage(() => import('../../pages/public/privacy/page.tsx'), 'PrivacyPage'),
  staticData: { title: pageTitles['/privacy'] },
})
const notFound = createRoute({
  getParentRoute: () => publicRoute,
  path: '$',
  component: lazyPage(() => import('../../pages/public/not-found.tsx'), 'NotFoundPage'),
  staticData: { title: pageTitles.$ },
})

export const publicPages = publicRoute.addChildren([
  landing,
  login,
  adminLogin,
  signup,
  forgotPassword,
  resetPassword,
  notMe,
  confirmEmail,
  unsubscribe,
  adminSignup,
  terms,
  privacy,
  notFound,
])
