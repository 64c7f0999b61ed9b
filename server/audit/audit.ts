import type { Db } from '../db/client.ts'

export type AuditAction =
  | 'balance_adjusted'
  | 'invitation_created'
  | 'invitation_revoked'
  | 'admin_signed_up'
  | 'admin_sign_up_refused'
  | 'sign_in_refused'
  | 'signed_up_again'
  | 'sign_up_limited'
  | 'step_up_refused'
  | 'two_factor_enabled'
  | 'two_factor_replaced'
  | 'two_factor_disabled'
  | 'two_factor_refused'
  | 'recovery_code_used'
  | 'recovery_codes_renewed'
  | 'user_added'
  | 'status_changed'
  | 'signed_out_by_admin'
  | 'confirmation_resent'
  | 'two_factor_reset'
  | 'reset_link_refused'
  | 'password_reset'
  | 'password_changed'
  | 'password_change_refused'
  | 'wallet_changed'
  | 'wallet_warnings_acknowledged'
  | 'package_created'
  | 'package_updated'
  | 'package_deleted'
  | 'list_exported'

export interface AuditEvent {
  action: AuditAction
  /** Who did it; null for the installation itself and for somebody without an account. */
  actorId: string | null
  /** Whom it was about. */
  subjectId?: string
  ipAddress?: string
  /** What it changed, from what to what, and why. */
  detail?: Record<string, unknown>
}

/**
 * Keeps on record what was done; written in the transaction that does it, and never changed. Decisions on requests are not
 * here: ledger.requests keeps who made them, when, and with which words, and is as unchangeable.
 */
export async function recordAudit(db: Db, event: AuditEvent): Promise<void> {
  await db
    .insertInto('audit_events')
    .values({
      action: event.action,
      actor_id: event.actorId,
      subject_id: event.subjectId ?? null,
      ip_address: event.ipAddress ?? null,
      detail: JSON.stringify(event.detail ?? {}),
    })
    .execute()
}
