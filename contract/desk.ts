import * as z from 'zod/mini'
import { assignee, claim } from './desk-claims.ts'
import * as endpoints from './endpoints/desk.ts'
import { requestKinds } from './endpoints/requests.ts'
import { decimal, defineOperation, id, moment } from './operation.ts'

export const lookAtRequest = defineOperation(endpoints.lookAtRequest, {
  summary: 'Tell the other administrators that the caller looks at a pending request now, or looks at it no longer.',
  params: z.strictObject({ userId: id, requestId: id }),
  body: z.strictObject({ is_open: z.boolean() }),
  output: claim,
  errors: ['not_found'],
})

export const assignRequests = defineOperation(endpoints.assignRequests, {
  summary:
    'Assign pending requests to an owner or approver, or release them. A request that is decided is left out. It is a note among administrators, and no right to decide.',
  body: z.strictObject({
    requests: z
      .array(z.strictObject({ user_id: id, request_id: id }))
      .check(z.minLength(1), z.maxLength(endpoints.chosenMax)),
    /** Null releases them. */
    assignee_id: z.nullable(id),
  }),
  /** The number of those that are pending. */
  output: z.object({ count: z.number() }),
  errors: ['assignee_missing', 'assignments_full'],
})

export const listAssignees = defineOperation(endpoints.listAssignees, {
  summary: 'The administrators to whom requests can be assigned, by name.',
  output: z.object({ items: z.array(assignee) }),
})

export const getNextRequest = defineOperation(endpoints.getNextRequest, {
  summary:
    'The request of any kind that the caller should decide next: overdue ones first, then the oldest, without those that are held, that wait for another administrator, or that another one has or looks at.',
  query: z.strictObject({
    /** The request to go on from. After the last one it begins anew. */
    after: z.optional(id),
  }),
  output: z.object({
    next: z.nullable(
      z.object({
        user_id: id,
        id,
        kind: z.enum(requestKinds),
        amount_coins: decimal,
        created_at: moment,
        is_overdue: z.boolean(),
      }),
    ),
  }),
})
