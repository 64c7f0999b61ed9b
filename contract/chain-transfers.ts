import * as z from 'zod/mini'
import * as endpoints from './endpoints/chain-transfers.ts'
import { requestStatuses } from './endpoints/requests.ts'
import { decimal, defineOperation, emptyObject, id, moment, pageOf, pageQuery } from './operation.ts'

/** A buy that a transfer pays for, or may belong to. */
const buyFields = {
  user_id: id,
  request_id: id,
  number: z.string(),
  full_name: z.string(),
  member_id: z.string(),
  status: z.enum(requestStatuses),
  usdt_amount: decimal,
}

export const chainTransfer = z.object({
  hash: z.string(),
  log_index: z.number(),
  usdt: decimal,
  from_address: z.string(),
  to_address: z.string(),
  block_time: moment,
  explorer_url: z.string(),
  /** False for another token, and for an address that was not the deposit address at that time. It can pay for nothing. */
  is_payable: z.boolean(),
  /** True if two members claim it and it has no use. */
  is_disputed: z.boolean(),
  /** The request that it pays for. */
  pays: z.nullable(z.object(buyFields)),
  refund: z.nullable(
    z.object({
      hash: z.string(),
      reason: z.string(),
      noted_by_name: z.string(),
      noted_at: moment,
      check: z.enum(endpoints.refundChecks),
      explorer_url: z.string(),
    }),
  ),
  /** Buys that it may belong to, up to five. Empty once it has a use. */
  suggestions: z.array(z.object({ ...buyFields, reasons: z.array(z.enum(endpoints.suggestionReasons)) })),
})
export type ChainTransfer = z.infer<typeof chainTransfer>

export const listChainTransfers = defineOperation(endpoints.listChainTransfers, {
  summary:
    'Final transfers to our addresses of one list, the newest first, with the buys that they pay for or may belong to. A search is a ' +
    'hash, an address of a sender, or an exact amount in USDT.',
  query: z.strictObject({
    list: z._default(z.enum(endpoints.chainTransferLists), 'unallocated'),
    search: z.optional(z.string().check(z.trim(), z.maxLength(128))),
    ...pageQuery,
  }),
  output: z.extend(pageOf(chainTransfer), {
    /** True if a provider of the network is set. Without one, no transfer is found and no refund is checked. */
    is_watched: z.boolean(),
  }),
})

export const refundTransfer = defineOperation(endpoints.refundTransfer, {
  summary:
    'Note that a transfer was sent back, by the hash of the transaction that did so. It can pay for no request any more.',
  params: z.strictObject({
    hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    logIndex: z.coerce.number().check(z.int(), z.minimum(0), z.maximum(999_999_999)),
  }),
  body: z.strictObject({
    refund_hash: z.string().check(z.trim(), z.minLength(1), z.maxLength(128)),
    reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(500)),
  }),
  output: emptyObject,
  errors: ['not_found', 'transfer_allocated_already', 'refund_hash_used', 'payout_hash_not_valid', 'step_up_required'],
})
