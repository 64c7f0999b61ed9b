import * as z from 'zod/mini'
import { decimal, moment } from './operation.ts'

/** The warnings about a wallet address that an administrator must acknowledge before approving a withdrawal. */
export const walletWarnings = ['wallet_changed', 'wallet_checksum'] as const
export type WalletWarning = (typeof walletWarnings)[number]

/** Error codes that refuse a withdrawal because of its address. */
export const walletRefusals = ['wallet_address_mistyped', 'wallet_network_other', 'wallet_of_platform'] as const
export type WalletRefusal = (typeof walletRefusals)[number]

/** The review of the address that a withdrawal goes to. */
export const walletReview = z.object({
  /** The warnings that an approval must acknowledge. */
  warnings: z.array(z.enum(walletWarnings)),
  /** The moment at which the address replaced another one, if in the 24 hours before the request; else null. */
  changed_at: z.nullable(moment),
  previous_address: z.nullable(z.string()),
  /** The number of other members with the same address among theirs, up to `addressSharersMax`. */
  shared_with: z.number(),
  /**
   * The address in the explorer of this installation's network; null for an unknown network or an address that does not
   * fit it.
   */
  explorer_url: z.nullable(z.string()),
  /** The network that this installation pays over, as its settings call it. */
  network: z.string(),
  /** For an old withdrawal that recorded no USDT: its value in USDT at the rate of this moment. Null for all others. */
  usdt_estimate: z.nullable(decimal),
})
export type WalletReview = z.infer<typeof walletReview>
