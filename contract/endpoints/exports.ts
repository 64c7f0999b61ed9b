import type { Endpoint } from '../endpoint.ts'
import { memberOnly } from '../roles.ts'

export const exportRequests = {
  id: 'export_requests',
  method: 'GET',
  path: '/api/request-export',
  access: memberOnly,
} as const satisfies Endpoint

export const exportOwnData = {
  id: 'export_own_data',
  method: 'GET',
  path: '/api/own-data',
  access: memberOnly,
  stepUp: { action: 'password', when: 'always' },
} as const satisfies Endpoint
