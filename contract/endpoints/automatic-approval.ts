import type { Endpoint } from '../endpoint.ts'
import { adminOnly, deciding } from '../roles.ts'

export const stopAutomaticApproval = {
  id: 'stop_automatic_approval',
  method: 'POST',
  path: '/api/automatic-approval/stop',
  access: adminOnly,
  duties: deciding,
} as const satisfies Endpoint
