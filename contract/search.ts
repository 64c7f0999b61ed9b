import * as z from 'zod/mini'
import * as endpoints from './endpoints/search.ts'
import { decimal, defineOperation, id, moment } from './operation.ts'
import { profileStatuses } from './endpoints/profiles.ts'
import { requestKinds, requestStatuses } from './endpoints/requests.ts'

const foundMember = z.object({
  id,
  full_name: z.string(),
  email: z.string(),
  /** Null for administrators. */
  member_id: z.nullable(z.string()),
  status: z.enum(profileStatuses),
})
const foundRequest = z.object({
  user_id: id,
  id,
  number: z.string(),
  kind: z.enum(requestKinds),
  status: z.enum(requestStatuses),
  amount_coins: decimal,
  /** The name of the member who made the request. */
  full_name: z.string(),
  created_at: moment,
})
export type FoundMember = z.infer<typeof foundMember>
export type FoundRequest = z.infer<typeof foundRequest>

export const searchEverything = defineOperation(endpoints.searchEverything, {
  summary:
    'People by name, email or member id, and requests by number, by id, by transaction hash, or as the newest of the people found.',
  query: z.strictObject({
    // NUL is refused, as PostgreSQL stores it in no text.
    q: z.string().check(z.trim(), z.minLength(1), z.maxLength(endpoints.searchLengthMax), z.regex(/^[^\0]*$/)),
  }),
  output: z.object({ members: z.array(foundMember), requests: z.array(foundRequest) }),
})
