import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { getAuditEvent, listAuditEvents } from '../../../../contract/audit.ts'
import type { CallInput } from '../../../../contract/operation.ts'
import type { Topic } from '../../../../contract/events.ts'
import { call } from '../../../lib/api.ts'

/** What the log is narrowed down to. */
export type AuditFilter = Omit<CallInput<typeof listAuditEvents>['query'], 'limit'>

// What administrators do is told of by what it changes.
const topics: readonly Topic[] = ['requests', 'wallet', 'profile', 'packages', 'settings']

/** One page of the log. While the next answer is on its way the one before stays. */
export function auditQuery(filter: AuditFilter) {
  return queryOptions({
    queryKey: [listAuditEvents.id, filter],
    queryFn: ({ signal }) => call(listAuditEvents, { query: { ...filter, limit: 50 } }, { signal }),
    placeholderData: keepPreviousData,
    meta: { topics, isPublic: false },
  })
}

export function auditEventQuery(eventId: string) {
  return queryOptions({
    queryKey: [getAuditEvent.id, eventId],
    queryFn: ({ signal }) => call(getAuditEvent, { params: { eventId } }, { signal }),
    // What is on record never changes.
    staleTime: Infinity,
    meta: { topics: [], isPublic: false },
  })
}
