import { auditActions } from '../../../contract/endpoints/audit.ts'
import type { AuditEvent, AuditPerson } from '../../../contract/audit.ts'
import type { Db } from '../../platform/db/client.ts'
import { allPages } from '../../platform/db/page.ts'
import { recordActionWithoutChange, type AuditEvent as NewEvent } from '../../platform/audit-trail.ts'
import { listAudit, type AuditFilter } from './list-audit.ts'

type Exporter = Pick<NewEvent, 'actorId' | 'ipAddress'>

const rowsPerPage = 1000

/** Returns the log as a table, with the filters of the list. */
export function exportAudit(db: Db, filter: AuditFilter, exporter: Exporter) {
  return { name: 'et-audit-log', columns, pages: readPages(db, filter, exporter) }
}

async function* readPages(db: Db, filter: AuditFilter, exporter: Exporter): AsyncGenerator<AuditEvent[]> {
  // The export is recorded before the first row leaves, as the server cannot know how much of a file has arrived.
  await recordActionWithoutChange(db, {
    action: 'list_exported',
    ...exporter,
    detail: { list: 'audit log', ...filter },
  })
  yield* allPages(async (cursor) => listAudit(db, { ...filter, cursor, limit: rowsPerPage }))
}

const ofPerson = (read: (event: AuditEvent) => AuditPerson | null, field: 'full_name' | 'email' | 'member_id') => ({
  read: (event: AuditEvent) => read(event)?.[field] ?? null,
})
const actor = (event: AuditEvent) => event.actor
const subject = (event: AuditEvent) => event.subject

const columns: { header: string; read: (event: AuditEvent) => string | null }[] = [
  { header: 'Date (UTC)', read: (event) => event.created_at },
  { header: 'What', read: (event) => auditActions[event.action] },
  { header: 'Action', read: (event) => event.action },
  { header: 'Who', ...ofPerson(actor, 'full_name') },
  { header: 'Email of who', ...ofPerson(actor, 'email') },
  { header: 'Whom', ...ofPerson(subject, 'full_name') },
  { header: 'Email of whom', ...ofPerson(subject, 'email') },
  { header: 'Member ID of whom', ...ofPerson(subject, 'member_id') },
  { header: 'Before', read: ({ changes }) => writeAll(changes.map((one) => [one.field, one.before])) },
  { header: 'After', read: ({ changes }) => writeAll(changes.map((one) => [one.field, one.after])) },
  { header: 'Details', read: ({ facts }) => writeAll(facts.map(({ name, value }) => [name, value])) },
  { header: 'Address', read: (event) => event.ip_address },
  { header: 'Entry', read: (event) => event.id },
]

function writeAll(fields: (readonly [name: string, value: string | null])[]): string {
  return fields.map(([name, value]) => `${name}: ${value ?? 'none'}`).join('\n')
}
