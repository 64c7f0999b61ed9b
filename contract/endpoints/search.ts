import type { Endpoint } from '../endpoint.ts'
import { adminOnly, everyDuty } from '../roles.ts'

/** The search finds at most this many people and this many requests. The lists have the rest. */
export const searchResultsMax = 5

/** The longest text to search for: a transaction hash. */
export const searchLengthMax = 128

export const searchEverything = {
  id: 'search_everything',
  method: 'GET',
  path: '/api/search',
  access: adminOnly,
  duties: everyDuty,
} as const satisfies Endpoint
