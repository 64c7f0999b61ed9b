import { walletWarnings } from './wallet-review.ts'

/**
 * What an administrator must have read before a request is approved: a file or payment that came with another request, an
 * owner whose account is not active, and a rate that stood in for one that could not be had.
 */
export const approvalWarnings = [
  ...walletWarnings,
  'same_file',
  'same_transaction_hash',
  'owner_not_active',
  'rate_fallback',
] as const
export type ApprovalWarning = (typeof approvalWarnings)[number]
