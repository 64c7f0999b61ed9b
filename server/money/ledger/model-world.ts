import type { Decimal } from '../../../contract/money.ts'
import type { Duty } from '../../../contract/roles.ts'
import type { RequestKind, RequestStatus } from '../../../contract/requests.ts'

/** The things in the world of the model. Amounts are whole units of 10^-8 (contract/money.ts). */

export interface Member {
  role: 'user' | 'admin'
  duty: Duty | null
  status: 'Active' | 'Inactive' | 'Suspended' | 'Closed'
  /** The default address. */
  wallet: string | null
  /** The addresses to which withdrawals may be made, the default one among them. */
  book: Map<string, { hasWaited: boolean }>
  /** True while a change of the account is recent, so that no coin leaves. */
  isHeld: boolean
  /** True from "This was not me" until an administrator lifts the stop. */
  isStopped: boolean
  referrerId: string | null
  packageId: string | null
  isFirstPurchaseDone: boolean
  available: bigint
  locked: bigint
  /** Bonuses and rewards that had to wait, the oldest first, without what adjustments took of them. */
  maturing: Maturing[]
  /** The coins that the member owes, the oldest debt first. */
  debts: Array<{ coins: bigint; remaining: bigint }>
  investedUsd: bigint
  outgoingUsd: bigint
  incomingUsd: bigint
  lines: Array<{ type: string | null; available: bigint; locked: bigint; total: bigint }>
}

export interface Maturing {
  /** The request that paid them. */
  requestId: string
  coins: bigint
  /** The days until the coins can be spent; zero or less once they can. */
  daysLeft: number
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
  rate: Decimal
  /** The administrators who have approved it, while it needs a second one, and the payment that each of them approved. */
  approvers: string[]
  payments: Map<string, string>
  /** The base units that paid for it, and the coins and USD of a part. */
  received: bigint | null
  credited: { coins: bigint; usd: bigint } | null
  /** The USDT that the member or the operator pays; null for a transfer. */
  usdt: bigint | null
  /** The part of the USDT that tells the payment of a buy apart, and the moment from which the amount is the member's. */
  tail: bigint
  amountSince: number
  bonus: bigint
  packageId: string | null
  recipientId: string | null
  wallet: string | null
  /** The file of a buy, or the attachment of a withdrawal. */
  uploadId: string | null
  hasSlip: boolean
  /** The contents that prove the payment of a buy: its file, and the hash of its transaction. */
  proofs: string[]
  namesHash: boolean
  /** True while the member owes another slip. `asks` counts the questions. */
  isAsked: boolean
  asks: number
  /** The number of times that the slip or the hash was replaced, and the files that were. */
  revision: number
  formerFiles: string[]
  /** The days that the request has waited, or had when it was decided, without those in which its member was asked. */
  days: number
  /** The days since the member is asked, and since the last answer; null without an answer. */
  askedDays: number
  answeredDays: number | null
  /** The place of the approval among all of them; 0 without one. */
  settled: number
  isReversed: boolean
  /** The member's package before the approval. */
  earlierPackageId: string | null
  /** The reward that the approval paid to the referrer. */
  reward: { userId: string; coins: bigint } | null
}

type Unpaid = 'approvers' | 'payments' | 'received' | 'credited' | 'days'
type Unasked = 'isAsked' | 'asks' | 'revision' | 'formerFiles' | 'askedDays' | 'answeredDays'
type Unsettled = 'settled' | 'isReversed' | 'earlierPackageId' | 'reward'

/** Returns what every new request has: no approval, no payment and no question. */
export function unpaid(): Pick<Request, Unpaid | Unasked | Unsettled> {
  const unasked = { isAsked: false, asks: 0, revision: 0, formerFiles: [], askedDays: 0, answeredDays: null }
  const unsettled = { settled: 0, isReversed: false, earlierPackageId: null, reward: null }
  return { approvers: [], payments: new Map(), received: null, credited: null, days: 0, ...unasked, ...unsettled }
}

/** A final transfer of the chain. */
export interface Transfer {
  /** Base units, a million to a USDT. */
  units: bigint
  /** True if it went to a deposit address of its time. */
  isOurs: boolean
  /** True once it pays for a request. */
  isUsed: boolean
  /** The request that it pays for. */
  pays?: string | undefined
  /** Its moment, by the clock of the amounts. */
  at: number
}

/** A correction by an administrator. `isReversed` is true once a later one has undone it. */
export interface Adjustment {
  id: string
  userId: string
  coins: bigint
  isReversed: boolean
}

export interface BuyTerms {
  packageId: string | null
  usd: bigint
  tail: bigint
  bonus: bigint
  shown: string
}

/** The settings of a new installation, as far as money depends on them. */
export const firstSettings = {
  rate: '0.01',
  usdtRate: '1',
  topUpPrice: '0.01',
  limitUsd: '1000000',
  isFallback: false,
  maturityDays: 0,
}
