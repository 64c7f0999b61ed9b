import type { Endpoint } from '../endpoint.ts'
import { adminOnly, everyDuty, ownerOnly } from '../roles.ts'

export const adjustBalance = {
  id: 'adjust_balance',
  method: 'POST',
  path: '/api/profiles/:userId/adjustments',
  access: adminOnly,
  duties: ownerOnly,
  isMoney: true,
  stepUp: { action: 'decision', when: 'sometimes' },
} as const satisfies Endpoint

export const getAdjustment = {
  id: 'get_adjustment',
  method: 'GET',
  path: '/api/profiles/:userId/adjustments/:transactionId',
  access: adminOnly,
  duties: everyDuty,
} as const satisfies Endpoint
