import type { Endpoint } from '../endpoint.ts'
import { adminOnly, auditing } from '../roles.ts'
import { t } from '../translate.ts'

/** The actions on record, each with the words that describe it. */
export const auditActions = {
  request_approved: t('Approved a request'),
  request_rejected: t('Rejected a request'),
  request_approved_by_policy: t('Approved a buy by the policy'),
  automatic_approval_stopped: t('Stopped the automatic approval'),
  request_expired: t('Let a request expire'),
  slip_asked: t('Asked a member for a clearer slip'),
  payout_sent: t('Recorded the transaction of a payout'),
  payout_corrected: t('Corrected the transaction of a payout'),
  payout_failed: t('Noted that a payout failed'),
  payout_confirmed: t('Saw a payout confirmed by the network'),
  payout_flagged: t('Saw a payout that the network does not confirm'),
  transfer_refunded: t('Noted that a transfer was sent back'),
  request_reversed: t('Reversed a request'),
  reversal_proposed: t('Asked a second administrator to reverse a request'),
  approval_given: t('Approved a request that needs a second administrator'),
  wallet_warnings_acknowledged: t('Approved in spite of warnings about the wallet address'),
  warnings_acknowledged: t('Approved in spite of warnings'),
  reuse_approved: t('Approved a buy although its payment was used before'),
  balance_adjusted: t('Adjusted the balance'),
  adjustment_proposed: t('Asked a second administrator to adjust the balance'),
  change_proposed: t('Asked a second owner for a change'),
  change_declined: t('Declined or withdrew a change'),
  rate_changed: t('Changed the rate'),
  deposit_changed: t('Changed where members send USDT'),
  settings_changed: t('Changed the settings'),
  policy_changed: t('Changed a rule for great worth'),
  package_created: t('Added a package'),
  package_updated: t('Changed a package'),
  package_deleted: t('Deleted a package'),
  note_added: t('Added a note for administrators'),
  reply_saved: t('Saved a reply of the chat'),
  reply_changed: t('Changed a saved reply of the chat'),
  reply_deleted: t('Deleted a saved reply of the chat'),
  list_exported: t('Exported a list'),
  person_read: t('Read a person’s page'),
  file_read: t('Opened a member’s file'),
  members_read_limited: t('Was kept from reading about too many members in a day'),
  call_refused: t('Was refused a call'),
  user_added: t('Added a member'),
  status_changed: t('Changed the status'),
  signed_out_by_admin: t('Ended all sessions'),
  confirmation_resent: t('Sent the confirmation link again'),
  two_factor_reset: t('Took the second factor off the account'),
  duty_changed: t('Changed the duty of an administrator'),
  invitation_created: t('Invited an administrator'),
  invitation_revoked: t('Revoked an invitation'),
  admin_signed_up: t('Registered as an administrator'),
  admin_sign_up_refused: t('Was refused to register as an administrator'),
  sign_in_refused: t('Tried to log in to an account that does not exist'),
  signed_up_again: t('Signed up with an address that has an account'),
  sign_up_renewed: t('Filled in the form of the sign-up again'),
  referrer_declined: t('Declined the referrer that the form of the sign-up named'),
  sign_up_limited: t('Was kept from signing up too often with one referral'),
  step_up_refused: t('Failed to confirm that it is them'),
  password_changed: t('Changed the password'),
  password_change_refused: t('Failed to change the password'),
  password_reset: t('Set a new password by the mailed link'),
  reset_link_refused: t('Used a link for a new password that is not valid'),
  two_factor_enabled: t('Turned two-factor authentication on'),
  two_factor_replaced: t('Moved two-factor authentication to another app'),
  two_factor_disabled: t('Turned two-factor authentication off'),
  two_factor_refused: t('Gave a wrong code of two-factor authentication'),
  passkey_added: t('Added a passkey'),
  passkey_removed: t('Removed a passkey'),
  passkey_renamed: t('Renamed a passkey'),
  sessions_ended: t('Ended sessions of their own'),
  recovery_code_used: t('Used a recovery code'),
  recovery_codes_renewed: t('Made new recovery codes'),
  not_me_reported: t('Said that a change was not theirs, which stopped withdrawals and transfers'),
  stop_lifted: t('Lifted the stop of withdrawals and transfers'),
  old_data_removed: t('Removed what was older than its time'),
  finding_made: t('Found a fault in the books'),
  finding_released: t('Released a finding of the check of the books'),
  job_retried: t('Let background work run again'),
  mail_retried: t('Let a mail be sent again'),
  own_data_exported: t('Downloaded a copy of their data'),
  email_change_asked: t('Asked for another email'),
  email_change_dropped: t('Kept the present email'),
  email_correction_asked: t('Asked to correct the email of a member'),
  email_changed: t('Confirmed another email'),
  details_corrected: t('Corrected the details of a member'),
  closure_asked: t('Asked to close their account'),
  account_kept: t('Kept their account, which was to be closed'),
  closure_begun: t('Began to close the account of a member'),
  closure_called_off: t('Called off the closing of an account'),
  closure_withdrawn: t('Kept an account, because something stood in the way of its closing'),
  account_closed: t('Closed an account'),
  name_changed: t('Changed the name'),
  wallet_changed: t('Changed the wallet address'),
  wallet_added: t('Added a withdrawal address'),
  wallet_removed: t('Removed a withdrawal address'),
  sending_address_added: t('Registered an address to pay from'),
  sending_address_removed: t('Removed an address to pay from'),
} as const satisfies Record<string, string>
export type AuditAction = keyof typeof auditActions
/** The acts that change nothing: reads, exports, and attempts that are refused. */
export type ActionWithoutChange = Extract<
  AuditAction,
  | 'list_exported'
  | 'person_read'
  | 'file_read'
  | 'members_read_limited'
  | 'call_refused'
  | 'sign_in_refused'
  | 'admin_sign_up_refused'
  | 'sign_up_limited'
  | 'step_up_refused'
  | 'password_change_refused'
  | 'two_factor_refused'
>
export const auditActionNames = Object.keys(auditActions) as [AuditAction, ...AuditAction[]]

export const listAuditEvents = {
  id: 'list_audit_events',
  method: 'GET',
  path: '/api/audit-events',
  access: adminOnly,
  duties: auditing,
} as const satisfies Endpoint

export const getAuditEvent = {
  id: 'get_audit_event',
  method: 'GET',
  path: '/api/audit-events/:eventId',
  access: adminOnly,
  duties: auditing,
} as const satisfies Endpoint

export const exportAuditEvents = {
  id: 'export_audit_events',
  method: 'GET',
  path: '/api/audit-event-export',
  access: adminOnly,
  duties: auditing,
  stepUp: { action: 'decision', when: 'always' },
} as const satisfies Endpoint
