import * as z from 'zod/mini'
import { decimal, moment } from './operation.ts'

/** What an administrator must have read before a withdrawal is approved. */
export const walletWarnings = ['wallet_changed', 'wallet_checksum'] as const
export type WalletWarning = (typeof walletWarnings)[number]

/** Codes of the catalogue that refuse a withdrawal for its address. */
export const walletRefusals = ['wallet_address_mistyped', 'wallet_network_other', 'wallet_of_platform'] as const
export type WalletRefusal = (typeof walletRefusals)[number]

/** A change of the address is shown with each withdrawal that is asked for within so many hours of it. */
export const walletChangeShownHours = 24

/** About the address that a withdrawal goes to. */
export const walletReview = z.object({
  /** What an approval must acknowledge. */
  warnings: z.array(z.enum(walletWarnings)),
  /** When the address took the place of another one, in the 24 hours before the request; else null. */
  changed_at: z.nullable(moment),
  previous_address: z.nullable(z.string()),
  /** Other members whose profile has the same address, up to `sharersMax`. */
  shared_with: z.number(),
  /** Where the explorer of this installation's network shows the address; null where we know none, or none that fits. */
  explorer_url: z.nullable(z.string()),
  /** The network that this installation pays over, as its settings call it. */
  network: z.string(),
  /** For a withdrawal whose USDT were not kept when it was asked for: what they come to at the rate of this moment. */
  usdt_estimate: z.nullable(decimal),
})
export type WalletReview = z.infer<typeof walletReview>

/** Of very many people who share an address, so many are counted. */
export const sharersMax = 100
