import * as z from 'zod/mini'
import { claim } from './desk-claims.ts'
import { deskFilters } from './endpoints/desk.ts'
import * as endpoints from './endpoints/requests.ts'
import { listSearch } from './list-filters.ts'
import { defineOperation, pageOf, pageQuery } from './operation.ts'
import { request } from './requests.ts'

export const listQueue = defineOperation(endpoints.listQueue, {
  summary:
    'Pending requests of one kind, by default the oldest first, all or those that a search finds, with the administrators who look at them or have them assigned. Those of which the member is asked for another slip stand after the others in every order.',
  params: z.strictObject({ kind: z.enum(endpoints.requestKinds) }),
  query: z.strictObject({
    /** A part of the requester's name, email or member id, the number of a request, or the beginning of its id. */
    search: listSearch,
    order: z._default(z.enum(['oldest', 'newest']), 'oldest'),
    /** Those of the caller, or those of no administrator; all without it. */
    assigned: z.optional(z.enum(deskFilters)),
    /** Only those that wait for their members or for an administrator. */
    waits: z.optional(z.enum(endpoints.queueWaits)),
    ...pageQuery,
  }),
  output: z.object({
    ...pageOf(request).shape,
    /** Those of these requests that an administrator looks at, or that are assigned. */
    claims: z.array(claim),
  }),
})
