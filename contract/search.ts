import * as z from 'zod/mini'
import { decimal, defineOperation, id, moment } from './operation.ts'
import { adminOnly } from './roles.ts'
import { profileStatuses } from './profiles.ts'
import { requestKinds, requestStatuses } from './requests.ts'

/** The search finds at most this many people and this many requests. The lists have the rest. */
export const foundMax = 5
/** The longest text to search for: a transaction hash. */
export const searchLengthMax = 128

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

export const searchEverything = defineOperation({
  id: 'search_everything',
  summary:
    'People by name, email or member id, and requests by number, by id, by transaction hash, or as the newest of the people found.',
  method: 'GET',
  path: '/api/search',
  access: adminOnly,
  query: z.strictObject({
    // NUL is refused, as PostgreSQL stores it in no text.
    q: z.string().check(z.trim(), z.minLength(1), z.maxLength(searchLengthMax), z.regex(/^[^\0]*$/)),
  }),
  output: z.object({ members: z.array(foundMember), requests: z.array(foundRequest) }),
})
