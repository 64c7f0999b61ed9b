import { walletWarnings } from './wallet-review.ts'

/**
 * The warnings that an administrator must acknowledge before approving a request. Besides those about a wallet, they
 * say that another request has the same file or payment, or that the owner's account is not active. `rate_fallback`
 * says that the exchange rate was not available and 1 stood in for it.
 */
export const approvalWarnings = [
  ...walletWarnings,
  'same_file',
  'same_transaction_hash',
  'owner_not_active',
  'rate_fallback',
] as const
export type ApprovalWarning = (typeof approvalWarnings)[number]
