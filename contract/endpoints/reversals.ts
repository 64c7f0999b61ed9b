import type { Endpoint } from '../endpoint.ts'
import { adminOnly, deciding, everyDuty } from '../roles.ts'

/** The characters of a reason to reverse a request. */
export const reversalReasonLength = { min: 10, max: 500 }

export const previewReversal = {
  id: 'preview_reversal',
  method: 'GET',
  path: '/api/requests/:userId/:requestId/reversal-preview',
  access: adminOnly,
  duties: everyDuty,
} as const satisfies Endpoint

export const reverseRequest = {
  id: 'reverse_request',
  method: 'POST',
  path: '/api/requests/:userId/:requestId/reversal',
  access: adminOnly,
  duties: deciding,
  isMoney: true,
  stepUp: { action: 'decision', when: 'sometimes' },
} as const satisfies Endpoint
