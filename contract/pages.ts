import type { RequestKind } from './requests.ts'
import { auditing, comparingMoney, isInDuty, ownerOnly, type Duty } from './roles.ts'
import { t } from './translate.ts'

interface Page {
  /** The people who may open it, and the texts that it needs. `legal` pages are public, with long texts of their own. */
  area: 'public' | 'legal' | 'member' | 'admin'
  /** The title, in the window and in the HTML. */
  title: string
  /** The duties of the administrators who may open it; without them all may. */
  duties?: readonly Duty[]
  /** The place in the sidebar of the area; a page without one is reached by links. */
  sidebar?: {
    group: string
    /** The name of an icon of the library. */
    icon: string
    /** The label, if it is not the title. */
    label?: string
    /** The link shows the number of pending requests of this kind. */
    counts?: RequestKind
  }
}

/**
 * Every page of the site, with `:name` for a part that varies. This is the one list of pages: the router, the sidebars,
 * the search for everything, the build and the server read it. The server answers 404 for any other address. The pages
 * of a sidebar stand in its order.
 */
export const pages = {
  '/': { area: 'public', title: t('A coin with every movement on record') },
  '/login': { area: 'public', title: t('Log In') },
  '/admin-login': { area: 'public', title: t('Admin login') },
  '/signup': { area: 'public', title: t('Sign Up') },
  '/forgot-password': { area: 'public', title: t('Forgot password') },
  '/reset-password': { area: 'public', title: t('Reset password') },
  '/not-me': { area: 'public', title: t('This was not me') },
  '/confirm-email': { area: 'public', title: t('Confirm your new email') },
  '/unsubscribe': { area: 'public', title: t('Unsubscribe') },
  '/admin-signup': { area: 'public', title: t('Admin registration') },
  '/terms': { area: 'legal', title: t('Terms of Service') },
  '/privacy': { area: 'legal', title: t('Privacy Policy') },
  '/dashboard': { area: 'member', title: t('Dashboard'), sidebar: { group: 'member', icon: 'House' } },
  '/dashboard/buy': {
    area: 'member',
    title: t('Buy coins'),
    sidebar: { group: 'member', icon: 'ArrowDownToLine' },
  },
  '/dashboard/transfer': {
    area: 'member',
    title: t('Transfer coins'),
    sidebar: { group: 'member', icon: 'Send', label: t('Transfer') },
  },
  '/dashboard/withdraw': {
    area: 'member',
    title: t('Withdraw coins'),
    sidebar: { group: 'member', icon: 'ArrowUpFromLine', label: t('Withdraw') },
  },
  '/dashboard/activity': { area: 'member', title: t('Activity'), sidebar: { group: 'member', icon: 'List' } },
  '/dashboard/statement': { area: 'member', title: t('Statement') },
  '/dashboard/referrals': { area: 'member', title: t('Referrals'), sidebar: { group: 'member', icon: 'Users' } },
  '/dashboard/notifications': { area: 'member', title: t('Notifications') },
  '/dashboard/profile': { area: 'member', title: t('Profile'), sidebar: { group: 'member', icon: 'UserRound' } },
  '/admin': {
    area: 'admin',
    title: t('Admin dashboard'),
    sidebar: { group: 'home', icon: 'House', label: t('Dashboard') },
  },
  '/admin/deposit-approvals': {
    area: 'admin',
    title: t('Deposit approvals'),
    sidebar: { group: 'approvals', icon: 'ArrowDownToLine', label: t('Deposit Approvals'), counts: 'buy' },
  },
  '/admin/withdrawal-approvals': {
    area: 'admin',
    title: t('Withdrawal approvals'),
    sidebar: { group: 'approvals', icon: 'ArrowUpFromLine', label: t('Withdrawal Approvals'), counts: 'withdrawal' },
  },
  '/admin/transfer-approvals': {
    area: 'admin',
    title: t('Transfer approvals'),
    sidebar: { group: 'approvals', icon: 'Send', label: t('Transfer Approvals'), counts: 'transfer' },
  },
  '/admin/second-approvals': {
    area: 'admin',
    title: t('Second approvals'),
    sidebar: { group: 'approvals', icon: 'UsersRound', label: t('Second Approvals') },
  },
  '/admin/payouts': {
    area: 'admin',
    title: t('Payouts'),
    sidebar: { group: 'approvals', icon: 'HandCoins' },
  },
  '/admin/chain-transfers': {
    area: 'admin',
    title: t('Transfers on chain'),
    sidebar: { group: 'approvals', icon: 'Link2', label: t('Transfers on Chain') },
  },
  '/admin/users': { area: 'admin', title: t('Users'), sidebar: { group: 'records', icon: 'Users' } },
  '/admin/transactions': {
    area: 'admin',
    title: t('Transactions'),
    sidebar: { group: 'records', icon: 'ChartLine' },
  },
  '/admin/all-activity': {
    area: 'admin',
    title: t('All activity'),
    sidebar: { group: 'records', icon: 'List', label: t('All Activity') },
  },
  '/admin/coins-ledger': {
    area: 'admin',
    title: t('Coins ledger'),
    sidebar: { group: 'records', icon: 'BookOpen', label: t('Coins Ledger') },
  },
  '/admin/reports': {
    area: 'admin',
    title: t('Reports'),
    sidebar: { group: 'records', icon: 'ChartColumn' },
  },
  '/admin/treasury': {
    area: 'admin',
    duties: comparingMoney,
    title: t('Treasury'),
    sidebar: { group: 'records', icon: 'Scale' },
  },
  '/admin/audit-log': {
    area: 'admin',
    duties: auditing,
    title: t('Audit log'),
    sidebar: { group: 'records', icon: 'ScrollText', label: t('Audit Log') },
  },
  '/admin/manage-packages': {
    area: 'admin',
    duties: auditing,
    title: t('Manage packages'),
    sidebar: { group: 'platform', icon: 'Package', label: t('Manage Packages') },
  },
  '/admin/chat': { area: 'admin', title: t('Chat'), sidebar: { group: 'platform', icon: 'MessageSquare' } },
  '/admin/settings': {
    area: 'admin',
    duties: auditing,
    title: t('Settings'),
    sidebar: { group: 'platform', icon: 'Settings' },
  },
  '/admin/jobs': {
    area: 'admin',
    duties: ownerOnly,
    title: t('Background work'),
    sidebar: { group: 'platform', icon: 'ListRestart', label: t('Background Work') },
  },
  '/admin/security': { area: 'admin', title: t('Security'), sidebar: { group: 'account', icon: 'ShieldCheck' } },
  '/admin/saved-replies': { area: 'admin', title: t('Saved replies') },
  '/admin/users/invitations': { area: 'admin', duties: auditing, title: t('Invitations') },
  '/admin/users/:userId': { area: 'admin', title: t('User details') },
} as const satisfies Record<`/${string}`, Page>

export type PagePath = keyof typeof pages
export const pagePaths = Object.keys(pages) as PagePath[]

/** The titles by page, with that of the page for unknown addresses. */
export const pageTitles: Record<PagePath | '$', string> = {
  ...(Object.fromEntries(pagePaths.map((path) => [path, pages[path].title])) as Record<PagePath, string>),
  $: t('Page Not Found'),
}

/** Returns the duties for a page that an administrator with this duty may not open; undefined for any other page. */
export function otherDutiesFor(page: PagePath | undefined, duty: Duty | null | undefined): readonly Duty[] | undefined {
  const { duties }: Page = page ? pages[page] : pages['/']
  return duties && !isInDuty(duty, { duties }) ? duties : undefined
}

/** Returns the title of the window, such as "Log In · ET". */
export function windowTitle(pageTitle: string | undefined): string {
  return pageTitle ? `${pageTitle} · ET` : 'ET'
}

/** The pages of an area that have a place in its sidebar, in order. */
export function sidebarPages<A extends Page['area']>(area: A): SidebarPage<A>[] {
  return pagePaths.flatMap((href) => {
    const page: Page = pages[href]
    if (page.area !== area || !page.sidebar) return []
    return [{ label: page.title, ...page.sidebar, href } as SidebarPage<A>]
  })
}

type PlaceOf<A> = {
  [Path in PagePath]: (typeof pages)[Path] extends { area: A; sidebar: infer Place } ? Place : never
}[PagePath]

/** A link of a sidebar, with the groups and icons that its area uses. */
export interface SidebarPage<A extends Page['area']> {
  href: PagePath
  label: string
  group: PlaceOf<A>['group']
  icon: PlaceOf<A>['icon']
  counts?: RequestKind
}

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
