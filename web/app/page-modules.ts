import type { PagePath } from '../../contract/pages.ts'

export interface PageModules {
  /** The part of the translations that the page needs besides `app`, which every page has. */
  area: 'app' | 'legal' | 'member' | 'admin'
  /** The files that are loaded for the page, from the folder `web`: its layout, if that is not in the app already, and the page. */
  modules: string[]
}

/**
 * The modules of each page; `$` is the page at every other address. The build reads from this table which files a page asks
 * for, and which texts it says. A test compares the table with the routes.
 */
export const pageModules: Record<PagePath | '$', PageModules> = {
  '/': publicPage('landing/page'),
  '/login': publicPage('login/page'),
  '/admin-login': publicPage('admin-login'),
  '/signup': publicPage('signup/page'),
  '/forgot-password': publicPage('forgot-password/page'),
  '/reset-password': publicPage('reset-password/page'),
  '/admin-signup': publicPage('admin-signup/page'),
  '/terms': { ...publicPage('terms/page'), area: 'legal' },
  '/privacy': { ...publicPage('privacy/page'), area: 'legal' },
  '/dashboard': memberPage('overview/page'),
  '/dashboard/profile': memberPage('profile/page'),
  '/dashboard/buy': memberPage('buy/page'),
  '/dashboard/transfer': memberPage('transfer/page'),
  '/dashboard/withdraw': memberPage('withdraw/page'),
  '/dashboard/activity': memberPage('activity/page'),
  '/dashboard/referrals': memberPage('referrals/page'),
  '/admin': adminPage('dashboard/page'),
  '/admin/users': adminPage('users/page'),
  '/admin/users/invitations': adminPage('invitations/page'),
  '/admin/users/:userId': adminPage('user-details/page'),
  '/admin/transactions': adminPage('transactions/page'),
  '/admin/deposit-approvals': adminPage('deposit-approvals/page'),
  '/admin/withdrawal-approvals': adminPage('withdrawal-approvals/page'),
  '/admin/transfer-approvals': adminPage('transfer-approvals/page'),
  '/admin/all-activity': adminPage('all-activity/page'),
  '/admin/coins-ledger': adminPage('coins-ledger'),
  '/admin/manage-packages': adminPage('manage-packages/page'),
  '/admin/chat': adminPage('chat/page'),
  '/admin/settings': adminPage('settings/page'),
  '/admin/audit-log': adminPage('audit-log/page'),
  '/admin/security': adminPage('security'),
  $: publicPage('not-found'),
}

function publicPage(file: string): PageModules {
  return { area: 'app', modules: [`pages/public/${file}.tsx`] }
}

function memberPage(file: string): PageModules {
  return { area: 'member', modules: ['app/layouts/member-layout.tsx', `pages/member/${file}.tsx`] }
}

function adminPage(file: string): PageModules {
  return { area: 'admin', modules: ['app/layouts/admin-layout.tsx', `pages/admin/${file}.tsx`] }
}
