import * as z from 'zod/mini'
import * as endpoints from './endpoints/audit.ts'
import { fault } from './faults.ts'
import { canonicalIpAddress } from './ip-address.ts'
import { utcDay } from './list-filters.ts'
import { defineOperation, id, moment, pageQuery, pageOf } from './operation.ts'

export const auditPerson = z.object({
  id,
  full_name: z.string(),
  email: z.string(),
  member_id: z.nullable(z.string()),
})
export type AuditPerson = z.infer<typeof auditPerson>

export const auditEvent = z.object({
  id,
  action: z.enum(endpoints.auditActionNames),
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
  action: z.optional(z.enum(endpoints.auditActionNames)),
  actor_id: z.optional(id),
  subject_id: z.optional(id),
  /** The address as the log writes it. */
  ip_address: z.optional(
    z.string().check(z.refine((text) => canonicalIpAddress(text) === text, fault('ipAddressSpelling'))),
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

export const listAuditEvents = defineOperation(endpoints.listAuditEvents, {
  summary: 'The audit log, newest first, filtered by action, by day, and by the people of an entry or its IP address.',
  query: z.strictObject({ ...filters, ...pageQuery }).check(isAddressAlone),
  output: pageOf(auditEvent),
})

export const getAuditEvent = defineOperation(endpoints.getAuditEvent, {
  summary: 'One entry of the audit log.',
  params: z.strictObject({ eventId: id }),
  output: auditEvent,
  errors: ['not_found'],
})

export const exportAuditEvents = defineOperation(endpoints.exportAuditEvents, {
  summary: 'The audit log, filtered as in the list, as a CSV file.',
  query: z.strictObject(filters).check(isAddressAlone),
  download: true,
  output: z.any(),
})
