import { createRoute } from '@tanstack/react-router'
import { pageTitles } from '../../../contract/pages.ts'
import { ledgerSearch } from '../../features/data-list/ledger-search.ts'
import { approvalsSearch } from '../../features/requests/approvals/approvals-search.ts'
import { requireAdmin } from '../../lib/guards.ts'
import { allActivitySearch } from '../../pages/admin/all-activity/search.ts'
import { auditSearch } from '../../pages/admin/audit-log/search.ts'
import { chatSearch } from '../../pages/admin/chat/search.ts'
import { managePackagesSearch } from '../../pages/admin/manage-packages/search.ts'
import { chainTransfersSearch } from '../../pages/admin/chain-transfers/search.ts'
import { payoutsSearch } from '../../pages/admin/payouts/search.ts'
import { reportSearch } from '../../pages/admin/reports/search.ts'
import { userSearch } from '../../pages/admin/user-details/search.ts'
import { usersSearch } from '../../pages/admin/users/search.ts'
import { adminPage, rootRoute } from './root-route.tsx'

const adminRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin',
  beforeLoad: requireAdmin,
  component: adminPage(() => import('../layouts/admin-layout.tsx'), 'AdminLayout'),
})
const adminHome = createRoute({
  getParentRoute: () => adminRoute,
  path: '/',
  component: adminPage(() => import('../../pages/admin/dashboard/page.tsx'), 'AdminDashboardPage'),
  staticData: { title: pageTitles['/admin'] },
})
const depositApprovals = createRoute({
  getParentRoute: () => adminRoute,
  path: '/deposit-approvals',
  validateSearch: approvalsSearch,
  component: adminPage(() => import('../../pages/admin/deposit-approvals/page.tsx'), 'DepositApprovalsPage'),
  staticData: { title: pageTitles['/admin/deposit-approvals'] },
})
const withdrawalApprovals = createRoute({
  getParentRoute: () => adminRoute,
  path: '/withdrawal-approvals',
  validateSearch: approvalsSearch,
  component: adminPage(() => import('../../pages/admin/withdrawal-approvals/page.tsx'), 'WithdrawalApprovalsPage'),
  staticData: { title: pageTitles['/admin/withdrawal-approvals'] },
})
const transferApprovals = createRoute({
  getParentRoute: () => adminRoute,
  path: '/transfer-approvals',
  validateSearch: approvalsSearch,
  component: adminPage(() => import('../../pages/admin/transfer-approvals/page.tsx'), 'TransferApprovalsPage'),
  staticData: { title: pageTitles['/admin/transfer-approvals'] },
})
const secondApprovals = createRoute({
  getParentRoute: () => adminRoute,
  path: '/second-approvals',
  component: adminPage(() => import('../../pages/admin/second-approvals/page.tsx'), 'SecondApprovalsPage'),
  staticData: { title: pageTitles['/admin/second-approvals'] },
})
const payouts = createRoute({
  getParentRoute: () => adminRoute,
  path: '/payouts',
  validateSearch: payoutsSearch,
  component: adminPage(() => import('../../pages/admin/payouts/page.tsx'), 'PayoutsPage'),
  staticData: { title: pageTitles['/admin/payouts'] },
})
const chainTransfers = createRoute({
  getParentRoute: () => adminRoute,
  path: '/chain-transfers',
  validateSearch: chainTransfersSearch,
  component: adminPage(() => import('../../pages/admin/chain-transfers/page.tsx'), 'ChainTransfersPage'),
  staticData: { title: pageTitles['/admin/chain-transfers'] },
})
const users = createRoute({
  getParentRoute: () => adminRoute,
  path: '/users',
  validateSearch: usersSearch,
  component: adminPage(() => import('../../pages/admin/users/page.tsx'), 'UsersPage'),
  staticData: { title: pageTitles['/admin/users'] },
})
const invitations = createRoute({
  getParentRoute: () => adminRoute,
  path: '/users/invitations',
  component: adminPage(() => import('../../pages/admin/invitations/page.tsx'), 'InvitationsPage'),
  staticData: { title: pageTitles['/admin/users/invitations'] },
})
const user = createRoute({
  getParentRoute: () => adminRoute,
  path: '/users/$userId',
  validateSearch: userSearch,
  component: adminPage(() => import('../../pages/admin/user-details/page.tsx'), 'UserDetailsPage'),
  staticData: { title: pageTitles['/admin/users/:userId'] },
})
const managePackages = createRoute({
  getParentRoute: () => adminRoute,
  path: '/manage-packages',
  validateSearch: managePackagesSearch,
  component: adminPage(() => import('../../pages/admin/manage-packages/page.tsx'), 'ManagePackagesPage'),
  staticData: { title: pageTitles['/admin/manage-packages'] },
})
const security = createRoute({
  getParentRoute: () => adminRoute,
  path: '/security',
  component: adminPage(() => import('../../pages/admin/security/page.tsx'), 'SecurityPage'),
  staticData: { title: pageTitles['/admin/security'] },
})
const savedReplies = createRoute({
  getParentRoute: () => adminRoute,
  path: '/saved-replies',
  component: adminPage(() => import('../../pages/admin/saved-replies.tsx'), 'SavedRepliesPage'),
  staticData: { title: pageTitles['/admin/saved-replies'] },
})
const transactions = createRoute({
  getParentRoute: () => adminRoute,
  path: '/transactions',
  validateSearch: ledgerSearch,
  component: adminPage(() => import('../../pages/admin/transactions/page.tsx'), 'TransactionsPage'),
  staticData: { title: pageTitles['/admin/transactions'] },
})
const allActivity = createRoute({
  getParentRoute: () => adminRoute,
  path: '/all-activity',
  validateSearch: allActivitySearch,
  component: adminPage(() => import('../../pages/admin/all-activity/page.tsx'), 'AllActivityPage'),
  staticData: { title: pageTitles['/admin/all-activity'] },
})
const coinsLedger = createRoute({
  getParentRoute: () => adminRoute,
  path: '/coins-ledger',
  validateSearch: ledgerSearch,
  component: adminPage(() => import('../../pages/admin/coins-ledger.tsx'), 'CoinsLedgerPage'),
  staticData: { title: pageTitles['/admin/coins-ledger'] },
})
const chat = createRoute({
  getParentRoute: () => adminRoute,
  path: '/chat',
  validateSearch: chatSearch,
  component: adminPage(() => import('../../pages/admin/chat/page.tsx'), 'ChatPage'),
  staticData: { title: pageTitles['/admin/chat'] },
})
const settings = createRoute({
  getParentRoute: () => adminRoute,
  path: '/settings',
  component: adminPage(() => import('../../pages/admin/settings/page.tsx'), 'SettingsPage'),
  staticData: { title: pageTitles['/admin/settings'] },
})
const reports = createRoute({
  getParentRoute: () => adminRoute,
  path: '/reports',
  validateSearch: reportSearch,
  component: adminPage(() => import('../../pages/admin/reports/page.tsx'), 'ReportsPage'),
  staticData: { title: pageTitles['/admin/reports'] },
})
const treasury = createRoute({
  getParentRoute: () => adminRoute,
  path: '/treasury',
  component: adminPage(() => import('../../pages/admin/treasury/page.tsx'), 'TreasuryPage'),
  staticData: { title: pageTitles['/admin/treasury'] },
})
const auditLog = createRoute({
  getParentRoute: () => adminRoute,
  path: '/audit-log',
  validateSearch: auditSearch,
  component: adminPage(() => import('../../pages/admin/audit-log/page.tsx'), 'AuditLogPage'),
  staticData: { title: pageTitles['/admin/audit-log'] },
})
const jobs = createRoute({
  getParentRoute: () => adminRoute,
  path: '/jobs',
  component: adminPage(() => import('../../pages/admin/jobs/page.tsx'), 'JobsPage'),
  staticData: { title: pageTitles['/admin/jobs'] },
})

export const adminPages = adminRoute.addChildren([
  adminHome,
  depositApprovals,
  withdrawalApprovals,
  transferApprovals,
  secondApprovals,
  payouts,
  chainTransfers,
  users,
  invitations,
  user,
  managePackages,
  security,
  savedReplies,
  transactions,
  allActivity,
  coinsLedger,
  settings,
  reports,
  treasury,
  auditLog,
  jobs,
  chat,
])
