import type { Endpoint } from '../endpoint.ts'
import { adminOnly, everyDuty } from '../roles.ts'

export const evidenceCountMax = 100

/** Each withdrawal shows a change of the address in this many hours before the request. `ledger.wallet_change_before` has the same. */
export const walletChangeShownHours = 24

/** The server counts at most this many people who share an address. */
export const addressSharersMax = 100

export const getRequestReview = {
  id: 'get_request_review',
  method: 'GET',
  path: '/api/requests/:userId/:requestId/review',
  access: adminOnly,
  duties: everyDuty,
} as const satisfies Endpoint

export const getRequestOrigins = {
  id: 'get_request_origins',
  method: 'GET',
  path: '/api/requests/:userId/:requestId/origins',
  access: adminOnly,
  duties: everyDuty,
  onRecord: 'person_read',
} as const satisfies Endpoint

export const getRequestCounts = {
  id: 'get_request_counts',
  method: 'GET',
  path: '/api/request-counts',
  access: adminOnly,
  duties: everyDuty,
} as const satisfies Endpoint
