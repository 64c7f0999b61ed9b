import type { Endpoint } from '../endpoint.ts'
import { adminOnly, deciding, everyDuty, memberOnly, signedIn } from '../roles.ts'

export const requestKinds = ['buy', 'withdrawal', 'transfer'] as const

export const requestStatuses = ['pending', 'approved', 'rejected', 'cancelled', 'expired'] as const

/** The decider of what a policy approves, in place of a person's name. No person may take it. */
export const policyName = 'Policy'

/** The most transfers on chain that pay for one buy. */
export const allocatedTransfersMax = 20

/** An approval credits all coins that were asked for, or a part in proportion to what was received. */
export const credits = ['full', 'part'] as const

/** The characters of a reason to approve a buy with a payment that was used before. */
export const reuseReasonLength = { min: 10, max: 500 }

/** The side that a pending request waits for. */
export const queueWaits = ['member', 'administrator'] as const

export const getBuyQuote = {
  id: 'get_buy_quote',
  method: 'GET',
  path: '/api/buy-quotes',
  access: memberOnly,
} as const satisfies Endpoint

export const submitBuyRequest = {
  id: 'submit_buy_request',
  method: 'POST',
  path: '/api/buy-requests',
  access: memberOnly,
  isMoney: true,
} as const satisfies Endpoint

export const submitWithdrawalRequest = {
  id: 'submit_withdrawal_request',
  method: 'POST',
  path: '/api/withdrawal-requests',
  access: memberOnly,
  isMoney: true,
} as const satisfies Endpoint

export const submitTransferRequest = {
  id: 'submit_transfer_request',
  method: 'POST',
  path: '/api/transfer-requests',
  access: memberOnly,
  isMoney: true,
} as const satisfies Endpoint

export const cancelRequest = {
  id: 'cancel_request',
  method: 'POST',
  path: '/api/requests/:requestId/cancellation',
  access: memberOnly,
  isMoney: true,
} as const satisfies Endpoint

export const decideRequest = {
  id: 'decide_request',
  method: 'POST',
  path: '/api/requests/:userId/:requestId/decision',
  access: adminOnly,
  duties: deciding,
  isMoney: true,
  // A proof is needed only above the amount that the settings name.
  stepUp: { action: 'decision', when: 'sometimes' },
} as const satisfies Endpoint

export const listRequests = {
  id: 'list_requests',
  method: 'GET',
  path: '/api/requests',
  access: memberOnly,
} as const satisfies Endpoint

export const listQueue = {
  id: 'list_queue',
  method: 'GET',
  path: '/api/queues/:kind',
  access: adminOnly,
  duties: everyDuty,
} as const satisfies Endpoint

export const getRequest = {
  id: 'get_request',
  method: 'GET',
  path: '/api/requests/:userId/:requestId',
  access: signedIn,
  duties: everyDuty,
} as const satisfies Endpoint
