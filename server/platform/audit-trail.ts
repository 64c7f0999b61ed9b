import type { AuditAction } from '../../contract/audit.ts'
import type { Db } from './db/client.ts'

export interface AuditEvent {
  action: AuditAction
  /** The person who acted; null for the installation itself and for a person without an account. */
  actorId: string | null
  /** The person that the act concerned. */
  subjectId?: string
  ipAddress?: string
  /** The change, with the values before and after, and its reason. */
  detail?: Record<string, unknown>
}

/**
 * Records an act in the transaction that performs it. A record never changes. ledger.decide itself records decisions on
 * requests.
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
