import type { AuditAction } from '../../contract/audit.ts'
import type { Db } from './db/client.ts'

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
 * Keeps on record what was done; written in the transaction that does it, and never changed. Decisions on requests are put
 * on record by ledger.decide itself.
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
