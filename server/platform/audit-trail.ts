import type { AuditAction, ActionWithoutChange } from '../../contract/endpoints/audit.ts'
import type { Db, Tx } from './db/client.ts'

export interface AuditEvent<Action extends AuditAction = AuditAction> {
  action: Action
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
export async function recordAudit(tx: Tx, event: AuditEvent): Promise<void> {
  await insert(tx, event)
}

/** Records an act that changes nothing, and so has no transaction to share. */
export async function recordActionWithoutChange(db: Db, event: AuditEvent<ActionWithoutChange>): Promise<void> {
  await insert(db, event)
}

async function insert(db: Db, event: AuditEvent): Promise<void> {
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
