import { sql } from 'kysely'
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

const repeatedWithin = '15 minutes'

/**
 * Records an act that a person may repeat every second, such as a read. The same act of the same person again within 15
 * minutes adds nothing.
 */
export async function recordOnceInAWhile(db: Db, event: AuditEvent<ActionWithoutChange>): Promise<void> {
  const { action, actorId, subjectId = null, ipAddress = null, detail = {} } = event
  const earlier = await db
    .selectFrom('audit_events')
    .select('id')
    .where('actor_id', '=', actorId)
    .where('action', '=', action)
    .where('created_at', '>', sql<string>`now() - ${sql.lit(repeatedWithin)}::interval`)
    .where('subject_id', 'is not distinct from', subjectId)
    .where('ip_address', 'is not distinct from', ipAddress)
    .where('detail', '=', sql<never>`${JSON.stringify(detail)}::jsonb`)
    .limit(1)
    .executeTakeFirst()
  if (!earlier) await insert(db, event)
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
