import * as z from 'zod/mini'
import { timeOrders } from './list-criteria.ts'
import { listSearch, utcDay } from './list-filters.ts'
import { decimal, defineOperation, id, page, pageOf } from './operation.ts'
import { adminOnly } from './roles.ts'
import { request, requestKinds, requestStatuses } from './requests.ts'

/** The filters of every list and file of all members' requests. Days are of UTC, both ends included. */
export const allRequestFilters = {
  kind: z.optional(z.enum(requestKinds)),
  status: z.optional(z.enum(requestStatuses)),
  /** A part of the requester's name, email or member id, or the number of one request. */
  search: listSearch,
  user_id: z.optional(id),
  from: utcDay,
  to: utcDay,
}
const order = z._default(z.enum(timeOrders), 'newest')

export const listAllRequests = defineOperation({
  id: 'list_all_requests',
  summary:
    'Everybody’s requests of every kind and status, by default the newest first. A page may hold fewer than asked for, or none, and yet have a next one.',
  method: 'GET',
  path: '/api/all-requests',
  access: adminOnly,
  query: z.strictObject({ ...allRequestFilters, order, ...page }),
  output: pageOf(request),
})

export const getAllRequestTotals = defineOperation({
  id: 'get_all_request_totals',
  summary: 'How many requests match and their coins; null where too many do for one look.',
  method: 'GET',
  path: '/api/all-request-totals',
  access: adminOnly,
  query: z.strictObject(allRequestFilters),
  output: z.object({ count: z.nullable(z.number()), coins: z.nullable(decimal) }),
})

export const exportAllRequests = defineOperation({
  id: 'export_all_requests',
  summary: 'The requests that match, in the order of the list, as a CSV file.',
  method: 'GET',
  path: '/api/all-request-export',
  access: adminOnly,
  query: z.strictObject({ ...allRequestFilters, order }),
  download: true,
  output: z.any(),
})
