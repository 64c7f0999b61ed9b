import type { Endpoint } from '../endpoint.ts'
import { memberOnly } from '../roles.ts'

export const exportRequests = {
  id: 'export_requests',
  method: 'GET',
  path: '/api/request-export',
  access: memberOnly,
} as const satisfies Endpoint
