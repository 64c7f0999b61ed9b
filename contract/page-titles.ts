import type { PagePath } from './pages.ts'
import { t } from './translate.ts'

/** The title of each page, in the window and in the HTML. `$` is the page for unknown addresses. */
export const pageTitles: Record<PagePath | '$', string> = {
  '/': t('A coin with every movement on record'),
  '/login': t('Log In'),
  '/admin-login': t('Admin login'),
  '/signup': t('Sign Up'),
  '/forgot-password': t('Forgot password'),
  '/reset-password': t('Reset password'),
  '/admin-signup': t('Admin registration'),
  '/terms': t('Terms of Service'),
  '/privacy': t('Privacy Policy'),
  '/dashboard': t('Dashboard'),
  '/dashboard/profile': t('Profile'),
  '/dashboard/buy': t('Buy coins'),
  '/dashboard/transfer': t('Transfer coins'),
  '/dashboard/withdraw': t('Withdraw coins'),
  '/dashboard/activity': t('Activity'),
  '/dashboard/referrals': t('Referrals'),
  '/admin': t('Admin dashboard'),
  '/admin/users': t('Users'),
  '/admin/users/invitations': t('Invitations'),
  '/admin/users/:userId': t('User details'),
  '/admin/transactions': t('Transactions'),
  '/admin/deposit-approvals': t('Deposit approvals'),
  '/admin/withdrawal-approvals': t('Withdrawal approvals'),
  '/admin/transfer-approvals': t('Transfer approvals'),
  '/admin/all-activity': t('All activity'),
  '/admin/coins-ledger': t('Coins ledger'),
  '/admin/manage-packages': t('Manage packages'),
  '/admin/chat': t('Chat'),
  '/admin/settings': t('Settings'),
  '/admin/audit-log': t('Audit log'),
  '/admin/security': t('Security'),
  $: t('Page Not Found'),
}

/** Returns the title of the window, such as "Log In · ET". */
export function windowTitle(pageTitle: string | undefined): string {
  return pageTitle ? `${pageTitle} · ET` : 'ET'
}
