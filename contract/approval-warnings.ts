import { walletWarnings } from './wallet-review.ts'

export const transferWarnings = ['transfer_claimed', 'transfer_of_other'] as const
export type TransferWarning = (typeof transferWarnings)[number]

/**
 * The warnings that an administrator must acknowledge before approving a request. Besides those about a wallet, they
 * say that another request has the same file or payment, or that the owner's account is not active. `rate_fallback`
 * says that the exchange rate was not available and 1 stood in for it. The last two are about the transfers that are to pay:
 * another member names one of them for an open buy, or has registered its sender.
 */
export const approvalWarnings = [
  ...walletWarnings,
  'same_file',
  'same_transaction_hash',
  'owner_not_active',
  'rate_fallback',
  ...transferWarnings,
] as const
export type ApprovalWarning = (typeof approvalWarnings)[number]
