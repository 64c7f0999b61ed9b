import type { AuditAction } from '../../contract/endpoints/audit.ts'
import type { TestDatabase } from './database.ts'

/** An entry of the audit log, as the database keeps it. */
export interface AuditEntry {
  action: AuditAction
  actor_id: string
  subject_id: string | null
  ip_address: string
  detail: Record<string, unknown>
}

/** Reads the entries of the audit log in their order, without the first ones. */
export async function readAuditEntries({ owner }: TestDatabase, offset = 0): Promise<AuditEntry[]> {
  const { rows } = await owner.query<AuditEntry>(
    'select action, actor_id, subject_id, ip_address, detail from audit_events order by id offset $1',
    [offset],
  )
  return rows
}
