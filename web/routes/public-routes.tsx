import { createRoute } from '@tanstack/react-router'
import { requireVisitor } from '../lib/guards.ts'
import { confirmFromHash, takeInvitation, takeResetToken } from '../lib/mailed-links.ts'
import { toReturnPath } from '../lib/return-path.ts'
import { textOf } from '../lib/search.ts'
import { PublicLayout } from '../pages/layouts/public-layout.tsx'
import { page, rootRoute } from './root-route.tsx'

const publicRoute = createRoute({ getParentRoute: () => rootRoute, id: 'public', component: PublicLayout })
const landing = createRoute({
  getParentRoute: () => publicRoute,
  path: '/',
  component: page(() => import('../pages/public/landing.tsx'), 'LandingPage'),
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
  component: page(() => import('../pages/public/login.tsx'), 'LoginPage'),
  staticData: { title: 'Log In' },
})
const adminLogin = createRoute({
  getParentRoute: () => publicRoute,
  path: '/admin-login',
  validateSearch: (search): { return?: string | undefined } => ({ return: toReturnPath(search['return']) }),
  beforeLoad: requireVisitor,
  component: page(() => import('../pages/public/admin-login.tsx'), 'AdminLoginPage'),
  staticData: { title: 'Admin login' },
})
const signup = createRoute({
  getParentRoute: () => publicRoute,
  path: '/signup',
  validateSearch: (search): { ref?: string | undefined } => ({ ref: textOf(search['ref']) }),
  beforeLoad: requireVisitor,
  component: page(() => import('../pages/public/signup.tsx'), 'SignupPage'),
  staticData: { title: 'Sign Up' },
})
const forgotPassword = createRoute({
  getParentRoute: () => publicRoute,
  path: '/forgot-password',
  beforeLoad: requireVisitor,
  component: page(() => import('../pages/public/forgot-password.tsx'), 'ForgotPasswordPage'),
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
  component: page(() => import('../pages/public/reset-password.tsx'), 'ResetPasswordPage'),
  staticData: { title: 'Reset password' },
})
const adminSignup = createRoute({
  getParentRoute: () => publicRoute,
  path: '/admin-signup',
  beforeLoad: async (context) => {
    takeInvitation(context)
    await requireVisitor(context)
  },
  component: page(() => import('../pages/public/admin-signup.tsx'), 'AdminSignupPage'),
  staticData: { title: 'Admin registration' },
})
const terms = createRoute({
  getParentRoute: () => publicRoute,
  path: '/terms',
  component: page(() => import('../pages/public/unpublished.tsx'), 'UnpublishedPage'),
  staticData: { title: 'Terms of Service' },
})
const privacy = createRoute({
  getParentRoute: () => publicRoute,
  path: '/privacy',
  component: page(() => import('../pages/public/unpublished.tsx'), 'UnpublishedPage'),
  staticData: { title: 'Privacy Policy' },
})
const notFound = createRoute({
  getParentRoute: () => publicRoute,
  path: '$',
  component: page(() => import('../pages/public/not-found.tsx'), 'NotFoundPage'),
  staticData: { title: 'Page Not Found' },
})

export const publicPages = publicRoute.addChildren([
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
