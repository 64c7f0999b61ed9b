import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { changeDuty } from '../../../contract/administrators.ts'
import { beginClosure, callOffClosure } from '../../../contract/account-closure.ts'
import { adjustBalance } from '../../../contract/adjustments.ts'
import { changeSettings, getAdminSettings } from '../../../contract/admin-settings.ts'
import type { AuditAction } from '../../../contract/endpoints/audit.ts'
import { stopAutomaticApproval } from '../../../contract/automatic-approval.ts'
import { correctDetails, correctEmail } from '../../../contract/email-change.ts'
import { liftStop } from '../../../contract/holds.ts'
import { releaseFinding } from '../../../contract/verification.ts'
import { retryJob, retryMail } from '../../../contract/jobs.ts'
import { addFailedMail, addFailingJob } from '../../../tests/helpers/failed-work.ts'
import { addSettledFinding } from '../../../tests/helpers/planted-edits.ts'
import { createInvitation, revokeInvitation } from '../../../contract/invitations.ts'
import type { CallInput, Operation } from '../../../contract/operation.ts'
import { operations } from '../../../contract/operations.ts'
import { createPackage, deletePackage, updatePackage } from '../../../contract/packages.ts'
import { addPasskey, listPasskeys, removePasskey, renamePasskey } from '../../../contract/passkeys.ts'
import { addAdminNote } from '../../../contract/admin-notes.ts'
import { askForSlip } from '../../../contract/slip-requests.ts'
import { refundTransfer } from '../../../contract/chain-transfers.ts'
import { failPayout, recordPayouts } from '../../../contract/payouts.ts'
import { changePolicy } from '../../../contract/policies.ts'
import { decideChange } from '../../../contract/proposed-changes.ts'
import { changePassword } from '../../../contract/recovery.ts'
import { decideRequest } from '../../../contract/requests.ts'
import { reverseRequest } from '../../../contract/reversals.ts'
import { addSavedReply, changeSavedReply, deleteSavedReply } from '../../../contract/saved-replies.ts'
import { endSession, listSessions, signOutElsewhere } from '../../../contract/sessions.ts'
import { stepUpHeader } from '../../../contract/step-up.ts'
import { disableTwoFactor, enableTwoFactor, renewRecoveryCodes, startTwoFactor } from '../../../contract/two-factor.ts'
import { addUser, changeUserStatus, resendConfirmation, resetTwoFactor, signOutUser } from '../../../contract/users.ts'
import {
  call,
  createAdmin,
  createMember,
  createTestApp,
  logIn,
  password,
  type Person,
  type TestApp,
} from '../../../tests/helpers/app.ts'
import { readAuditEntries, type AuditEntry } from '../../../tests/helpers/audit-entries.ts'
import { passHolds } from '../../../tests/helpers/holds.ts'
import { submit, submitPackage } from '../../../tests/helpers/ledger.ts'
import { startRegistration } from '../../../tests/helpers/passkeys.ts'
import { createSoftwarePasskey } from '../../../tests/helpers/software-passkey.ts'
import { proposeChange } from '../../../tests/helpers/second-owner.ts'
import { notOnRecord } from '../../../tests/helpers/not-on-record.ts'
import { withPackage } from '../../../tests/helpers/saved-package.ts'
import { totpCode, unusedTotpCode, requestProof, turnOnTwoFactor } from '../../../tests/helpers/two-factor.ts'

let site: TestApp
let admin: Person
beforeAll(async () => {
  site = await createTestApp()
})
afterAll(async () => site.close())
beforeEach(async () => {
  admin = await createAdmin(site)
})

const isProven = true

const onRecord: readonly Operation[] = [
  changeSettings,
  createPackage,
  updatePackage,
  deletePackage,
  addSavedReply,
  changeSavedReply,
  deleteSavedReply,
  createInvitation,
  revokeInvitation,
  changeDuty,
  decideChange,
  changePolicy,
  stopAutomaticApproval,
  addUser,
  resendConfirmation,
  adjustBalance,
  decideRequest,
  askForSlip,
  addAdminNote,
  reverseRequest,
  recordPayouts,
  failPayout,
  refundTransfer,
  resetTwoFactor,
  signOutUser,
  changeUserStatus,
  correctEmail,
  correctDetails,
  // Their entries are read in server/accounts/closure/closure.test.ts.
  beginClosure,
  callOffClosure,
  liftStop,
  releaseFinding,
  retryJob,
  retryMail,
  endSession,
  signOutElsewhere,
  enableTwoFactor,
  renewRecoveryCodes,
  disableTwoFactor,
  addPasskey,
  renamePasskey,
  removePasskey,
  changePassword,
]

const isForAdmins = ({ access }: Operation) => access.includes('admin') && !access.includes('visitor')
const files = operations.filter((operation) => isForAdmins(operation) && operation.id.startsWith('export_'))

test('these are all changes that an administrator can make', () => {
  const changes = operations.filter((operation) => isForAdmins(operation) && operation.method !== 'GET')
  const known = [...onRecord.map(({ id }) => id), ...notOnRecord]
  expect(changes.map(({ id }) => id).toSorted()).toEqual(known.toSorted())
  const lists = 'all_requests audit_events payouts report_days report_packages transactions treasury users'.split(' ')
  expect(files.map(({ id }) => id).toSorted()).toEqual(lists.map((list) => `export_${list}`))
})

/** Makes a call as the administrator, and returns the entries that it left in the log. */
async function act<O extends Operation>(operation: O, input: CallInput<O>, isProven = false, code?: string) {
  const headers = isProven ? { [stepUpHeader]: await requestProof(site, admin, operation, input, code) } : {}
  const { length: before } = await readAuditEntries(site.database)
  const answer = await call(site, operation, input, { cookie: admin.cookie, key: randomUUID(), headers })
  expect([operation.id, answer.status, answer.body]).toEqual([operation.id, 200, answer.body])
  expect(onRecord).toContain(operation)
  return { body: answer.body, entries: await readAuditEntries(site.database, before) }
}

type Shape = 'before' | 'after' | 'change' | 'fact'

/**
 * Expects one entry by the administrator, from their address, about a person or none, with the values before and after.
 */
function expectEntry(
  { entries }: { entries: AuditEntry[] },
  action: AuditAction,
  subjectId: string | null,
  shape: Shape,
) {
  expect(entries).toMatchObject([{ action, actor_id: admin.userId, subject_id: subjectId, ip_address: '127.0.0.1' }])
  const { before, after } = entries[0]?.detail ?? {}
  const said = { before: ['before'], after: ['after'], change: ['before', 'after'], fact: [] }[shape]
  expect([action, ...[before && 'before', after && 'after'].filter(Boolean)]).toEqual([action, ...said])
  if (shape === 'change') expect(before).not.toEqual(after)
}

const reason = 'Asked to by telephone'

test('a change of the settings, of a package, of a saved reply, of a duty or of an invitation is recorded', async () => {
  const { revision } = (await call(site, getAdminSettings, {}, { cookie: admin.cookie })).body
  const rate = await act(changeSettings, { body: { revision, et_rate: '0.02' } }, isProven)
  expectEntry(rate, 'rate_changed', null, 'change')
  const deposit = await act(changeSettings, { body: { revision: revision + 1, deposit_network: 'ERC20' } }, isProven)
  expectEntry(deposit, 'deposit_changed', null, 'change')
  const limit = await act(changeSettings, { body: { revision: revision + 2, step_up_usd: '9999' } }, isProven)
  expectEntry(limit, 'settings_changed', null, 'change')
  await site.database.owner.query(`update settings set automatic_approval = 'on'`)
  expectEntry(await act(stopAutomaticApproval, {}), 'automatic_approval_stopped', null, 'change')
  const form = {
    package_name: 'Bronze',
    min_coin_purchase: '5000',
    coin_price: '0.01',
    bonus_percentage: '2.5',
    withdrawal_time: '72 hours',
    withdrawal_rules: '',
    icon: 'Star',
  } as const
  const created = await act(createPackage, { body: form }, isProven)
  expectEntry(created, 'package_created', null, 'after')
  const { id: packageId, revision: version } = withPackage(created).body.package
  const params = { packageId }
  const updated = await act(
    updatePackage,
    { params, body: { ...form, bonus_percentage: '3', revision: version } },
    isProven,
  )
  expectEntry(updated, 'package_updated', null, 'change')
  expectEntry(await act(deletePackage, { params }, isProven), 'package_deleted', null, 'before')
  const seen = { title: 'Hours', content: 'From nine to five.' }
  const reply = await act(addSavedReply, { body: seen })
  expectEntry(reply, 'reply_saved', null, 'after')
  const replyParams = { params: { replyId: reply.body.id } }
  const changed = await act(changeSavedReply, { ...replyParams, body: { title: 'Hours', content: 'Always.', seen } })
  expectEntry(changed, 'reply_changed', null, 'change')
  expectEntry(await act(deleteSavedReply, replyParams), 'reply_deleted', null, 'before')
  const invitation = await act(createInvitation, { body: { duty: 'owner' } }, isProven)
  expectEntry(invitation, 'invitation_created', null, 'fact')
  const revoked = await act(revokeInvitation, { params: { invitationId: invitation.body.invitation.id } }, isProven)
  expectEntry(revoked, 'invitation_revoked', null, 'change')

  const { userId } = await createAdmin(site)
  const change = { params: { userId }, body: { duty: 'auditor', reason } } as const
  expectEntry(await act(changeDuty, change, isProven), 'duty_changed', userId, 'change')
  const declined = {
    params: { changeId: await proposeChange(site.database.owner, userId) },
    body: { decision: 'declined' },
  } as const
  expectEntry(await act(decideChange, declined, isProven), 'change_declined', null, 'change')
})

test('each action on an account or a request is recorded with its member', async () => {
  const email = 'added@example.org'
  const added = await act(addUser, { body: { fullName: 'Added Member', email, packageId: site.packageId } })
  const addedId = added.body.profile.id
  expectEntry(added, 'user_added', addedId, 'after')
  expectEntry(await act(resendConfirmation, { params: { userId: addedId } }), 'confirmation_resent', addedId, 'fact')

  const member = await createMember(site)
  const { userId } = member
  const params = { userId }
  expectEntry(await act(adjustBalance, { params, body: { coins: 5000, reason } }), 'balance_adjusted', userId, 'change')
  const wallet = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE'
  await site.database.owner.query('update profiles set wallet_address = $1 where id = $2', [wallet, userId])
  await passHolds(site.database.ownerDb, userId)
  for (const status of ['approved', 'rejected'] as const) {
    const requestId = await submit(site.database, userId, 'withdrawal', 1000)
    const decided = await act(decideRequest, { params: { userId, requestId }, body: { status, admin_notes: reason } })
    expectEntry(decided, `request_${status}`, userId, 'change')
  }
  const buyId = await submitPackage(site.database, userId, { id: site.packageId, coins: 10_000 })
  const question = { params: { userId, requestId: buyId }, body: { reason, slip_revision: 0 } }
  expectEntry(await act(askForSlip, question), 'slip_asked', userId, 'fact')
  expectEntry(await act(addAdminNote, { params, body: { content: 'Called.' } }), 'note_added', userId, 'fact')
  const hash = 'a'.repeat(64)
  const sent = await act(recordPayouts, { body: { lines: [{ reference: wallet, hash }] } })
  expectEntry(sent, 'payout_sent', userId, 'fact')
  const failed = { params: { userId, requestId: sent.body.lines[0]?.payout?.request_id ?? '' }, body: { hash, reason } }
  expectEntry(await act(failPayout, failed, isProven), 'payout_failed', userId, 'fact')
  expectEntry(await act(reverseRequest, { ...failed, body: { reason } }), 'request_reversed', userId, 'fact')
  await turnOnTwoFactor(site, member)
  const reset = await act(resetTwoFactor, { params, body: { reason } }, isProven)
  expectEntry(reset, 'two_factor_reset', userId, 'change')
  await site.database.app.query('select ledger.stop_outgoing($1, null)', [userId])
  expectEntry(await act(liftStop, { params, body: { reason } }, isProven), 'stop_lifted', userId, 'fact')
  const finding = { params: { findingId: await addSettledFinding(site.database) }, body: { reason } }
  expectEntry(await act(releaseFinding, finding, isProven), 'finding_released', null, 'fact')
  const jobName = await addFailingJob(site.database)
  expectEntry(await act(retryJob, { params: { jobName } }), 'job_retried', null, 'fact')
  const mail = { queue: 'outbox' as const, id: await addFailedMail(site.database, userId) }
  expectEntry(await act(retryMail, { body: mail }), 'mail_retried', userId, 'fact')
  const otherEmail = { params, body: { email: 'right@example.net', reason } }
  expectEntry(await act(correctEmail, otherEmail, isProven), 'email_correction_asked', userId, 'change')
  const details = { params, body: { city: 'Paris', reason } }
  expectEntry(await act(correctDetails, details), 'details_corrected', userId, 'change')
  expectEntry(await act(signOutUser, { params, body: { reason } }), 'signed_out_by_admin', userId, 'change')
  const suspended = await act(changeUserStatus, { params, body: { status: 'Suspended', reason } })
  expectEntry(suspended, 'status_changed', userId, 'change')
})

test('each action of administrators on their own account is recorded', async () => {
  await logIn(site, admin.email, 'admin')
  await logIn(site, admin.email, 'admin')
  const { items } = (await call(site, listSessions, {}, { cookie: admin.cookie })).body
  const sessionId = items.find(({ is_current }) => !is_current)?.id ?? ''
  expectEntry(await act(endSession, { params: { sessionId } }), 'sessions_ended', admin.userId, 'fact')
  expectEntry(await act(signOutElsewhere, {}), 'sessions_ended', admin.userId, 'fact')

  const headers = { [stepUpHeader]: await requestProof(site, admin, startTwoFactor, {}) }
  const { secret } = (await call(site, startTwoFactor, {}, { cookie: admin.cookie, headers })).body
  const enabled = await act(enableTwoFactor, { body: { code: totpCode(secret) } })
  expectEntry(enabled, 'two_factor_enabled', admin.userId, 'fact')
  const renewed = await act(renewRecoveryCodes, { body: { code: await unusedTotpCode(site, admin, secret) } })
  expectEntry(renewed, 'recovery_codes_renewed', admin.userId, 'fact')
  const disabled = await act(disableTwoFactor, { body: { code: await unusedTotpCode(site, admin, secret) } })
  expectEntry(disabled, 'two_factor_disabled', admin.userId, 'fact')

  const passkey = createSoftwarePasskey().create(await startRegistration(site, admin))
  const added = await act(addPasskey, { body: { name: 'Laptop', passkey } })
  expectEntry(added, 'passkey_added', admin.userId, 'after')
  const [own] = (await call(site, listPasskeys, {}, { cookie: admin.cookie })).body.items
  const params = { passkeyId: own?.id ?? '' }
  expectEntry(await act(renamePasskey, { params, body: { name: 'Key' } }), 'passkey_renamed', admin.userId, 'change')
  const [code] = added.body.recovery_codes
  expectEntry(await act(removePasskey, { params }, true, code), 'passkey_removed', admin.userId, 'before')

  const body = { currentPassword: password, password: 'Another-horse-10', retypePassword: 'Another-horse-10' }
  expectEntry(await act(changePassword, { body }), 'password_changed', admin.userId, 'fact')
})

test('each export of an administrator is recorded', async () => {
  for (const operation of files) {
    const { id, path, stepUp } = operation
    // A file without a proof holds no person, and is of a period.
    const days = stepUp ? '' : '?from=2026-01-01&to=2026-01-31'
    const input = { query: {} } as CallInput<Operation>
    const proof = stepUp && { [stepUpHeader]: await requestProof(site, admin, operation, input) }
    const { length: before } = await readAuditEntries(site.database)
    const { statusCode } = await site.app.inject({ url: path + days, headers: { cookie: admin.cookie, ...proof } })
    expect([id, statusCode]).toEqual([id, 200])
    expectEntry({ entries: await readAuditEntries(site.database, before) }, 'list_exported', null, 'fact')
  }
})
