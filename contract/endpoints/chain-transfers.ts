import type { Endpoint } from '../endpoint.ts'
import { adminOnly, deciding, everyDuty } from '../roles.ts'

/**
 * The lists of transfers to our addresses. `unallocated`: they pay for no request and were not sent back. `disputed`: those of them that
 * an open buy names and another member claims, too: by an open buy that names it, or as its registered sender with an open buy. `allocated`: they pay. `refunded`: they were sent back.
 */
export const chainTransferLists = ['unallocated', 'disputed', 'allocated', 'refunded'] as const
export type ChainTransferList = (typeof chainTransferLists)[number]

/** The reasons for which a buy may belong to a transfer: it names its hash, has its amount, or its member has registered the sender. */
export const suggestionReasons = ['named', 'amount', 'sender'] as const

/**
 * The word of the network on the transaction of a refund. `differs`: it is final, and did not send this amount back to the sender.
 */
export const refundChecks = [
  'not_checked',
  'waiting',
  'not_found',
  'could_not_check',
  'failed',
  'differs',
  'confirmed',
] as const
export type RefundCheck = (typeof refundChecks)[number]

export const listChainTransfers = {
  id: 'list_chain_transfers',
  method: 'GET',
  path: '/api/chain-transfers',
  access: adminOnly,
  duties: everyDuty,
} as const satisfies Endpoint

export const refundTransfer = {
  id: 'refund_transfer',
  method: 'POST',
  path: '/api/chain-transfers/:hash/:logIndex/refund',
  access: adminOnly,
  duties: deciding,
  isIdempotent: true,
  // A transfer that was sent back pays for nothing any more.
  stepUp: { action: 'decision', when: 'always' },
} as const satisfies Endpoint
