import { pagePaths, pages, type PagePath } from '../../contract/pages.ts'

export interface PageModules {
  /** The part of the translations that the page needs besides `app`, which every page has. */
  area: 'app' | 'legal' | 'member' | 'admin'
  /** The files that are loaded for the page, from the folder `web`: its layout, if that is not in the app already, and the page. */
  modules: string[]
}

/** The module of each page in web/pages; `$` is the page at every other address. */
const files: Record<PagePath | '$', string> = {
  '/': 'public/landing/page',
  '/login': 'public/login/page',
  '/admin-login': 'public/admin-login',
  '/signup': 'public/signup/page',
  '/forgot-password': 'public/forgot-password/page',
  '/reset-password': 'public/reset-password/page',
  '/not-me': 'public/not-me',
  '/confirm-email': 'public/confirm-email',
  '/unsubscribe': 'public/unsubscribe',
  '/admin-signup': 'public/admin-signup/page',
  '/terms': 'public/terms/page',
  '/privacy': 'public/privacy/page',
  '/dashboard': 'member/overview/page',
  '/dashboard/profile': 'member/profile/page',
  '/dashboard/buy': 'member/buy/page',
  '/dashboard/transfer': 'member/transfer/page',
  '/dashboard/withdraw': 'member/withdraw/page',
  '/dashboard/activity': 'member/activity/page',
  '/dashboard/statement': 'member/statement/page',
  '/dashboard/referrals': 'member/referrals/page',
  '/dashboard/notifications': 'member/notifications/page',
  '/admin': 'admin/dashboard/page',
  '/admin/users': 'admin/users/page',
  '/admin/users/invitations': 'admin/invitations/page',
  '/admin/users/:userId': 'admin/user-details/page',
  '/admin/transactions': 'admin/transactions/page',
  '/admin/deposit-approvals': 'admin/deposit-approvals/page',
  '/admin/withdrawal-approvals': 'admin/withdrawal-approvals/page',
  '/admin/transfer-approvals': 'admin/transfer-approvals/page',
  '/admin/payouts': 'admin/payouts/page',
  '/admin/chain-transfers': 'admin/chain-transfers/page',
  '/admin/second-approvals': 'admin/second-approvals/page',
  '/admin/all-activity': 'admin/all-activity/page',
  '/admin/coins-ledger': 'admin/coins-ledger',
  '/admin/manage-packages': 'admin/manage-packages/page',
  '/admin/chat': 'admin/chat/page',
  '/admin/settings': 'admin/settings/page',
  '/admin/reports': 'admin/reports/page',
  '/admin/treasury': 'admin/treasury/page',
  '/admin/audit-log': 'admin/audit-log/page',
  '/admin/jobs': 'admin/jobs/page',
  '/admin/security': 'admin/security/page',
  '/admin/saved-replies': 'admin/saved-replies',
  $: 'public/not-found',
}

/**
 * The modules of each page. The build reads from this table which files a page asks for, and which texts it says. A test
 * compares the table with the routes.
 */
export const pageModules = Object.fromEntries(
  ([...pagePaths, '$'] as const).map((path) => [path, modulesOf(path)]),
) as Record<PagePath | '$', PageModules>

function modulesOf(path: PagePath | '$'): PageModules {
  const page = `pages/${files[path]}.tsx`
  const area = path === '$' ? 'public' : pages[path].area
  if (area === 'public') return { area: 'app', modules: [page] }
  return { area, modules: area === 'legal' ? [page] : [`app/layouts/${area}-layout.tsx`, page] }
}
