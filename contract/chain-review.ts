import * as z from 'zod/mini'
import { decimal, moment } from './operation.ts'

/**
 * The state of the search for payments on chain. `not_checked`: no provider of the network is set. `not_possible`: the
 * providers could not be asked, which says nothing about a payment. `nothing_found`: the lists have been read, and no payment is
 * known yet. `found`: there are final transfers that may pay for the request. These are never mixed.
 */
export const chainStates = ['not_checked', 'not_possible', 'nothing_found', 'found'] as const

/** The state of the transaction that the member has named, apart from its final transfers. */
export const namedStates = ['waiting', 'unknown', 'not_possible', 'failed', 'elsewhere', 'found'] as const

/** A final transfer that may pay for a request, and what it says. */
export const chainCandidate = z.object({
  hash: z.string(),
  log_index: z.number(),
  usdt: decimal,
  from_address: z.string(),
  explorer_url: z.string(),
  block_time: moment,
  /** Compared in whole base units with the USDT of the request. */
  amount: z.enum(['exact', 'under', 'over']),
  /** True if it went to the address that was the deposit address at the time of its block. */
  is_right_address: z.boolean(),
  /** Early: before the request was made. Late: after it would have expired. */
  timing: z.enum(['in_time', 'early', 'late']),
  /** The members who registered the sender's address: this one before the block, others, both, or none. */
  sender: z.enum(['own', 'other', 'shared', 'unknown']),
  is_named: z.boolean(),
  /** Open buys of other members that name the transaction, and other open buys of its amount, up to 5 of each. */
  named_by_others: z.number(),
  same_amount_open: z.number(),
  /** A: a registered sender. B: a unique amount. C: a named hash alone. Null: none of these. */
  strength: z.nullable(z.enum(['A', 'B', 'C'])),
  /** The use that the transfer has: it pays this or another request, or was sent back. Null: it is free. */
  used: z.nullable(z.enum(['this', 'other', 'refund'])),
})
export type ChainCandidate = z.infer<typeof chainCandidate>

export const chainReview = z.object({
  state: z.enum(chainStates),
  /** The last time at which a provider's list was read to its end; null if it never was. */
  read_at: z.nullable(moment),
  /** The transaction that the member has named; null if none, or a text that is no hash of the network. */
  named: z.nullable(z.object({ state: z.enum(namedStates), explorer_url: z.string() })),
  /** The strongest first. */
  transfers: z.array(chainCandidate),
})
export type ChainReview = z.infer<typeof chainReview>
