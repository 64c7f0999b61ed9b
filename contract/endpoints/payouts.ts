import type { Endpoint } from '../endpoint.ts'
import { adminOnly, deciding, everyDuty, payoutExporting } from '../roles.ts'

/** The states of a payout. `untracked` is that of a withdrawal which was approved before payouts were recorded. */
export const payoutStates = ['untracked', 'to_pay', 'sent', 'confirmed', 'cancelled'] as const
export type PayoutState = (typeof payoutStates)[number]

/** The lists of the desk. `flagged` are those of the first two that the network contradicts. */
export const payoutLists = ['to_pay', 'sent', 'flagged', 'confirmed'] as const
export type PayoutList = (typeof payoutLists)[number]

/**
 * The word of the network on the recorded transaction. `not_checked`: no provider is set. `other_network`: the address is none of this
 * network. `waiting`: it was not asked yet. `not_found`: in no final block yet. `could_not_check`: no provider has answered, which says nothing about the payment.
 */
export const payoutChecks = [
  'not_checked',
  'other_network',
  'waiting',
  'not_found',
  'could_not_check',
  'flagged',
  'confirmed',
] as const
export type PayoutCheck = (typeof payoutChecks)[number]

/** The reasons for which final blocks do not confirm a payout. */
export const payoutFindings = [
  'failed_on_chain',
  'wrong_address',
  'too_little',
  'too_much',
  'other_token',
  'log_used',
  'before_request',
  'no_transfer',
  'paid_after_all',
] as const
export type PayoutFinding = (typeof payoutFindings)[number]

/** The acts in the history of a payout. */
export const payoutActions = ['sent', 'corrected', 'failed', 'confirmed', 'flagged'] as const

/** The most lines of a pasted list. */
export const payoutLinesMax = 500
/** The most payouts of a file for the operator's wallet. */
export const payoutFileMax = 500

export const listPayouts = {
  id: 'list_payouts',
  method: 'GET',
  path: '/api/payouts',
  access: adminOnly,
  duties: everyDuty,
} as const satisfies Endpoint

export const getPayoutTotals = {
  id: 'get_payout_totals',
  method: 'GET',
  path: '/api/payout-totals',
  access: adminOnly,
  duties: everyDuty,
} as const satisfies Endpoint

export const getPayout = {
  id: 'get_payout',
  method: 'GET',
  path: '/api/payouts/:userId/:requestId',
  access: adminOnly,
  duties: everyDuty,
} as const satisfies Endpoint

export const recordPayouts = {
  id: 'record_payouts',
  method: 'POST',
  path: '/api/payout-hashes',
  access: adminOnly,
  duties: deciding,
  isIdempotent: true,
} as const satisfies Endpoint

export const failPayout = {
  id: 'fail_payout',
  method: 'POST',
  path: '/api/payouts/:userId/:requestId/failure',
  access: adminOnly,
  duties: deciding,
  isIdempotent: true,
  // A payment that counts as failed is sent again.
  stepUp: { action: 'decision', when: 'always' },
} as const satisfies Endpoint

export const exportPayouts = {
  id: 'export_payouts',
  method: 'GET',
  path: '/api/payout-export',
  access: adminOnly,
  duties: payoutExporting,
  stepUp: { action: 'decision', when: 'always' },
} as const satisfies Endpoint
