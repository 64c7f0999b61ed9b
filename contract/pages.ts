/**
 * Every page of the site, with `:name` for a part that varies. The server answers 404 for any other address. A test
 * makes sure that the routes of the web app are the same.
 */
export const pagePaths = [
  '/',
  '/login',
  '/admin-login',
  '/signup',
  '/forgot-password',
  '/reset-password',
  '/admin-signup',
  '/terms',
  '/privacy',
  '/dashboard',
  '/dashboard/profile',
  '/dashboard/buy',
  '/dashboard/transfer',
  '/dashboard/withdraw',
  '/dashboard/activity',
  '/dashboard/referrals',
  '/admin',
  '/admin/users',
  '/admin/users/invitations',
  '/admin/users/:userId',
  '/admin/transactions',
  '/admin/deposit-approvals',
  '/admin/withdrawal-approvals',
  '/admin/transfer-approvals',
  '/admin/all-activity',
  '/admin/coins-ledger',
  '/admin/manage-packages',
  '/admin/chat',
  '/admin/settings',
  '/admin/audit-log',
  '/admin/security',
] as const
export type PagePath = (typeof pagePaths)[number]

/**
 * Finds the page of a path as the router of the web app does: in any case of letters, with or without a slash at the
 * end.
 */
export function findPage(path: string): PagePath | undefined {
  return patterns.find(({ pattern }) => pattern.test(path))?.page
}

export function isPage(path: string): boolean {
  return findPage(path) !== undefined
}

const patterns = pagePaths.map((page) => ({
  page,
  pattern: new RegExp(`^${page.replaceAll(/:\w+/g, '[^/]+').replace(/\/$/, '')}/?$`, 'i'),
}))
