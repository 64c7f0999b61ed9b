import type { Endpoint } from '../endpoint.ts'
import { adminOnly, comparingMoney, ownerOnly } from '../roles.ts'

export const getVerification = {
  id: 'get_verification',
  method: 'GET',
  path: '/api/verification',
  access: adminOnly,
  duties: comparingMoney,
} as const satisfies Endpoint

export const releaseFinding = {
  id: 'release_finding',
  method: 'POST',
  path: '/api/verification/findings/:findingId/release',
  access: adminOnly,
  duties: ownerOnly,
  stepUp: { action: 'decision', when: 'always' },
} as const satisfies Endpoint
