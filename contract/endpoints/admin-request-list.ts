import type { Endpoint } from '../endpoint.ts'
import { adminOnly, auditing, everyDuty } from '../roles.ts'

export const listAllRequests = {
  id: 'list_all_requests',
  method: 'GET',
  path: '/api/all-requests',
  access: adminOnly,
  duties: everyDuty,
} as const satisfies Endpoint

export const getAllRequestTotals = {
  id: 'get_all_request_totals',
  method: 'GET',
  path: '/api/all-request-totals',
  access: adminOnly,
  duties: everyDuty,
} as const satisfies Endpoint

export const exportAllRequests = {
  id: 'export_all_requests',
  method: 'GET',
  path: '/api/all-request-export',
  access: adminOnly,
  duties: auditing,
  stepUp: { action: 'decision', when: 'always' },
} as const satisfies Endpoint
