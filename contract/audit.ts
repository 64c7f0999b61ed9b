import * as z from 'zod/mini'
import { fault } from './faults.ts'
import { canonicalAddress } from './ip-address.ts'
import { utcDay } from './list-filters.ts'
import { defineOperation, id, moment, page, pageOf } from './operation.ts'
import { adminOnly } from './roles.ts'
import { t } from './translate.ts'

/** The actions on record, each with the words that describe it. */
export const auditActions = {
  request_approved: t('Approved a request'),
  request_rejected: t('Rejected a request'),
  wallet_warnings_acknowledged: t('Approved in spite of warnings about the wallet address'),
  warnings_acknowledged: t('Approved in spite of warnings'),
  balance_adjusted: t('Adjusted the balance'),
  rate_changed: t('Changed the rate'),
  deposit_changed: t('Changed where members send USDT'),
  settings_changed: t('Changed the settings'),
  package_created: t('Added a package'),
  package_updated: t('Changed a package'),
  package_deleted: t('Deleted a package'),
  reply_saved: t('Saved a reply of the chat'),
  reply_changed: t('Changed a saved reply of the chat'),
  reply_deleted: t('Deleted a saved reply of the chat'),
  list_exported: t('Exported a list'),
  user_added: t('Added a member'),
  status_changed: t('Changed the status'),
  signed_out_by_admin: t('Ended all sessions'),
  confirmation_resent: t('Sent the confirmation link again'),
  two_factor_reset: t('Took the second factor off the account'),
  invitation_created: t('Invited an administrator'),
  invitation_revoked: t('Revoked an invitation'),
  admin_signed_up: t('Registered as an administrator'),
  admin_sign_up_refused: t('Was refused to register as an administrator'),
  sign_in_refused: t('Tried to log in to an account that does not exist'),
  signed_up_again: t('Signed up with an address that has an account'),
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
  sessions_ended: t('Ended sessions of their own'),
  recovery_code_used: t('Used a recovery code'),
  recovery_codes_renewed: t('Made new recovery codes'),
  wallet_changed: t('Changed the wallet address'),
} as const satisfies Record<string, string>
export type AuditAction = keyof typeof auditActions
/** The acts that change nothing: exports, and attempts that are refused. */
export type ChangelessAction = Extract<
  AuditAction,
  | 'list_exported'
  | 'sign_in_refused'
  | 'admin_sign_up_refused'
  | 'sign_up_limited'
  | 'step_up_refused'
  | 'password_change_refused'
  | 'two_factor_refused'
>
export const auditActionNames = Object.keys(auditActions) as [AuditAction, ...AuditAction[]]

export const auditPerson = z.object({
  id,
  full_name: z.string(),
  email: z.string(),
  member_id: z.nullable(z.string()),
})
export type AuditPerson = z.infer<typeof auditPerson>

export const auditEvent = z.object({
  id,
  action: z.enum(auditActionNames),
  /** The person who acted; null for the installation itself and for a person without an account. */
  actor: z.nullable(auditPerson),
  /** The person whom the action was about. */
  subject: z.nullable(auditPerson),
  ip_address: z.nullable(z.string()),
  /** The values that the action changed; `before` or `after` is null where there was or is no value. */
  changes: z.array(z.object({ field: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) })),
  /** Further facts about the action, such as its reason. */
  facts: z.array(z.object({ name: z.string(), value: z.string() })),
  created_at: moment,
})
export type AuditEvent = z.infer<typeof auditEvent>

const filters = {
  action: z.optional(z.enum(auditActionNames)),
  actor_id: z.optional(id),
  subject_id: z.optional(id),
  /** The address as the log writes it. */
  ip_address: z.optional(
    z.string().check(z.refine((text) => canonicalAddress(text) === text, fault('ipAddressSpelling'))),
  ),
  /** Days of UTC, both included. */
  from: utcDay,
  to: utcDay,
}

/**
 * Refuses an address together with people. Each filter needs an index, and each index slows every decision down; a
 * further one for people at an address is not worth that.
 */
const isAddressAlone = z.refine<{ [K in 'ip_address' | 'actor_id' | 'subject_id']?: string | undefined }>(
  ({ ip_address: address, actor_id: actor, subject_id: subject }) =>
    address === undefined || (actor === undefined && subject === undefined),
  { path: ['ip_address'], ...fault('ipAddressOrPeople') },
)

export const listAuditEvents = defineOperation({
  id: 'list_audit_events',
  summary:
    'Who did what, newest first: by action, by day, and by who did it and whom it was about, or by the address it came from.',
  method: 'GET',
  path: '/api/audit-events',
  access: adminOnly,
  query: z.strictObject({ ...filters, ...page }).check(isAddressAlone),
  output: pageOf(auditEvent),
})

export const getAuditEvent = defineOperation({
  id: 'get_audit_event',
  summary: 'One entry of the audit log.',
  method: 'GET',
  path: '/api/audit-events/:eventId',
  access: adminOnly,
  params: z.strictObject({ eventId: id }),
  output: auditEvent,
  errors: ['not_found'],
})

export const exportAuditEvents = defineOperation({
  id: 'export_audit_events',
  summary: 'The audit log, filtered as in the list, as a CSV file.',
  method: 'GET',
  path: '/api/audit-event-export',
  access: adminOnly,
  query: z.strictObject(filters).check(isAddressAlone),
  download: true,
  output: z.any(),
})
