import * as z from 'zod/mini'
import * as endpoints from './endpoints/admin-request-list.ts'
import { timeOrders } from './list-criteria.ts'
import { listSearch, utcDay } from './list-filters.ts'
import { decimal, defineOperation, id, pageQuery, pageOf } from './operation.ts'
import { requestKinds, requestStatuses } from './endpoints/requests.ts'
import { request } from './requests.ts'

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

export const listAllRequests = defineOperation(endpoints.listAllRequests, {
  summary:
    'The requests of all members, of every kind and status, by default the newest first. A page may have fewer rows than requested, or none, and still have a next page.',
  query: z.strictObject({ ...allRequestFilters, order, ...pageQuery }),
  output: pageOf(request),
})

export const getAllRequestTotals = defineOperation(endpoints.getAllRequestTotals, {
  summary: 'The number of matching requests and their coins; null if there are too many to count.',
  query: z.strictObject(allRequestFilters),
  output: z.object({ count: z.nullable(z.number()), coins: z.nullable(decimal) }),
})

export const exportAllRequests = defineOperation(endpoints.exportAllRequests, {
  summary: 'The matching requests as a CSV file, in the order of the list.',
  query: z.strictObject({ ...allRequestFilters, order }),
  download: true,
  output: z.any(),
})
