import type { Endpoint } from '../endpoint.ts'
import { memberOnly } from '../roles.ts'

/** A place in a queue is counted up to this many earlier requests. */
export const earlierMax = 200

/** Overdue requests of a kind are counted up to this many. */
export const overdueMax = 1000

export const listOwnWaits = {
  id: 'list_own_waits',
  method: 'GET',
  path: '/api/request-waits',
  access: memberOnly,
} as const satisfies Endpoint
