import type { Decimal } from '../../../contract/money.ts'
import type { RequestKind, RequestStatus } from '../../../contract/requests.ts'

/** What there is in the world of the model. Amounts are whole units of 10^-8 (contract/money.ts). */

export interface Member {
  role: 'user' | 'admin'
  status: 'Active' | 'Inactive' | 'Suspended'
  wallet: string | null
  referrerId: string | null
  packageId: string | null
  isFirstPurchaseDone: boolean
  available: bigint
  locked: bigint
  investedUsd: bigint
  outgoingUsd: bigint
  incomingUsd: bigint
  lines: Array<{ type: string | null; available: bigint; locked: bigint; total: bigint }>
}

export interface Package {
  coins: Decimal
  coinPrice: Decimal
  bonusPercentage: Decimal
  isDeleted: boolean
}

export interface Request {
  id: string
  userId: string
  kind: RequestKind
  status: RequestStatus
  coins: bigint
  usd: bigint
  /** What changes hands in USDT; null for a transfer. */
  usdt: bigint | null
  bonus: bigint
  packageId: string | null
  recipientId: string | null
  wallet: string | null
  hasSlip: boolean
}

/** A movement by hand, and whether a later one undid it. */
export interface Adjustment {
  id: string
  userId: string
  coins: bigint
  isReversed: boolean
}

export interface BuyTerms {
  packageId: string | null
  usd: bigint
  bonus: bigint
  shown: string
}
