import type { Endpoint } from '../endpoint.ts'
import { adminOnly, answering, memberOnly } from '../roles.ts'

/** The most questions for another slip of one buy. */
export const slipAsksMax = 5
export const slipReasonMaxLength = 500

export const askForSlip = {
  id: 'ask_for_slip',
  method: 'POST',
  path: '/api/requests/:userId/:requestId/slip-request',
  access: adminOnly,
  duties: answering,
  isIdempotent: true,
} as const satisfies Endpoint

export const replaceSlip = {
  id: 'replace_slip',
  method: 'POST',
  path: '/api/requests/:requestId/slip',
  access: memberOnly,
  isIdempotent: true,
} as const satisfies Endpoint
