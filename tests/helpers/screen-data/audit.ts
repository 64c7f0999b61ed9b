import { randomUUID } from 'node:crypto'
import { exportAuditEvents, getAuditEvent, listAuditEvents, type AuditEvent } from '../../../contract/audit.ts'
import type { InputOf } from '../../../contract/operation.ts'
import type { Profile } from '../../../contract/profiles.ts'
import { Refusal } from '../../../server/platform/db/refusal.ts'
import type { Answers } from '../answers.ts'
import { onePage } from '../screen-data.ts'

/** An entry of the audit log. No person is its author unless the fields name one. */
export function anAuditEvent(fields: Partial<AuditEvent>): AuditEvent {
  return {
    id: randomUUID(),
    action: 'sign_in_refused',
    actor: null,
    subject: null,
    ip_address: '127.0.0.1',
    changes: [],
    facts: [],
    created_at: '2026-03-10T12:00:00.000Z',
    ...fields,
  }
}

export function auditPersonOf({ id, full_name: fullName, email, member_id: memberId }: Profile) {
  return { id, full_name: fullName, email, member_id: memberId }
}

/** Answers the audit log with these entries, of which the newest comes first. */
export function giveAuditLog(answers: Answers, events: AuditEvent[]): void {
  answers.give(listAuditEvents, ({ query }) => onePage(events.filter((event) => isFound(event, query))))
  answers.give(getAuditEvent, ({ params: { eventId } }) => {
    const found = events.find(({ id }) => id === eventId)
    if (!found) throw new Refusal('not_found')
    return found
  })
  answers.give(exportAuditEvents, 'Action\r\n')
}

type Filter = InputOf<typeof exportAuditEvents>['query']

function isFound({ action, actor, subject, ip_address: address, created_at: createdAt }: AuditEvent, filter: Filter) {
  const day = createdAt.slice(0, 10)
  return (
    [undefined, action].includes(filter.action) &&
    [undefined, actor?.id].includes(filter.actor_id) &&
    [undefined, subject?.id].includes(filter.subject_id) &&
    [undefined, address].includes(filter.ip_address) &&
    day >= (filter.from ?? '') &&
    day <= (filter.to ?? '9')
  )
}
