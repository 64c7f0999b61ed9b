import type { Endpoint } from '../endpoint.ts'
import { adminOnly, everyDuty } from '../roles.ts'

/** The most requests and changes that the desk lists and counts. */
export const waitingShownMax = 100

export const listWaitingRequests = {
  id: 'list_waiting_requests',
  method: 'GET',
  path: '/api/waiting-requests',
  access: adminOnly,
  duties: everyDuty,
} as const satisfies Endpoint

export const countSecondApprovals = {
  id: 'count_second_approvals',
  method: 'GET',
  path: '/api/second-approval-counts',
  access: adminOnly,
  duties: everyDuty,
} as const satisfies Endpoint
