import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { getAuditEvent, listAuditEvents } from '../../../../contract/endpoints/audit.ts'
import type { CallInput } from '../../../../contract/typed-endpoints.ts'
import type { Topic } from '../../../../contract/events.ts'
import { call } from '../../../lib/api.ts'

export type AuditFilter = Omit<CallInput<typeof listAuditEvents>['query'], 'limit'>

// The log has no topic of its own. The topics of the data that administrators change stand for it.
const topics: readonly Topic[] = ['requests', 'wallet', 'profile', 'packages', 'settings']

/** Reads one page of the log. The page before stays until the next answer arrives. */
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
    // A recorded event never changes.
    staleTime: Infinity,
    meta: { topics: [], isPublic: false },
  })
}
