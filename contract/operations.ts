import * as accountClosure from './account-closure.ts'
import * as adjustments from './adjustments.ts'
import * as administrators from './administrators.ts'
import * as adminNotes from './admin-notes.ts'
import * as adminSettings from './admin-settings.ts'
import * as allRequests from './admin-request-list.ts'
import * as automaticApproval from './automatic-approval.ts'
import * as audit from './audit.ts'
import * as auth from './auth.ts'
import * as backups from './backups.ts'
import * as chainTransfers from './chain-transfers.ts'
import * as chat from './chat.ts'
import * as dashboards from './dashboards.ts'
import * as decisionTimes from './decision-times.ts'
import * as desk from './desk.ts'
import * as emailChange from './email-change.ts'
import * as exports from './exports.ts'
import * as holds from './holds.ts'
import * as invitations from './invitations.ts'
import * as jobs from './jobs.ts'
import * as notices from './notices.ts'
import * as mailPreferences from './mail-preferences.ts'
import type { Operation } from './operation.ts'
import * as operator from './operator.ts'
import * as ownProfile from './own-profile.ts'
import * as packages from './packages.ts'
import * as passkeys from './passkeys.ts'
import * as payouts from './payouts.ts'
import * as policies from './policies.ts'
import * as proposedChanges from './proposed-changes.ts'
import * as secondApprovals from './second-approvals.ts'
import * as profiles from './profiles.ts'
import * as rates from './rates.ts'
import * as push from './push.ts'
import * as queue from './queue.ts'
import * as recentRecipients from './recent-recipients.ts'
import * as recovery from './recovery.ts'
import * as reports from './reports.ts'
import * as referrals from './referrals.ts'
import * as requestDigest from './request-digest.ts'
import * as requestReview from './request-review.ts'
import * as requests from './requests.ts'
import * as reversals from './reversals.ts'
import * as savedReplies from './saved-replies.ts'
import * as search from './search.ts'
import * as sessions from './sessions.ts'
import * as settings from './settings.ts'
import * as statement from './statement.ts'
import * as slipRequests from './slip-requests.ts'
import * as stats from './stats.ts'
import * as transactions from './transactions.ts'
import * as treasury from './treasury.ts'
import * as twoFactor from './two-factor.ts'
import * as uploads from './uploads.ts'
import * as users from './users.ts'
import * as verification from './verification.ts'
import * as ownPayment from './own-payment.ts'
import * as sendingAddresses from './sending-addresses.ts'
import * as walletAddresses from './wallet-addresses.ts'

/** The files of the contract that declare operations. */
const parts = [
  auth,
  recovery,
  twoFactor,
  passkeys,
  sessions,
  holds,
  emailChange,
  accountClosure,
  invitations,
  administrators,
  users,
  search,
  profiles,
  ownProfile,
  chainTransfers,
  ownPayment,
  sendingAddresses,
  walletAddresses,
  packages,
  policies,
  automaticApproval,
  proposedChanges,
  secondApprovals,
  stats,
  dashboards,
  reports,
  decisionTimes,
  backups,
  jobs,
  referrals,
  notices,
  mailPreferences,
  push,
  chat,
  savedReplies,
  requests,
  slipRequests,
  adminNotes,
  payouts,
  queue,
  recentRecipients,
  requestReview,
  desk,
  requestDigest,
  reversals,
  allRequests,
  transactions,
  statement,
  treasury,
  verification,
  adjustments,
  exports,
  uploads,
  rates,
  settings,
  operator,
  adminSettings,
  audit,
]

/** All operations, for the OpenAPI document and for the tests that call each of them. */
export const operations: Operation[] = parts.flatMap((part) => Object.values(part) as unknown[]).filter(isOperation)

/** The operations by their ids, each with its own schemas. */
export type OperationsById = { [O in Extract<Exported<(typeof parts)[number]>, Declared> as O['id']]: O }

type Exported<Module> = Module extends unknown ? Module[keyof Module] : never
type Declared = Pick<Operation, 'id' | 'output'>

function isOperation(value: unknown): value is Operation {
  return typeof value === 'object' && value !== null && 'path' in value && 'access' in value
}
