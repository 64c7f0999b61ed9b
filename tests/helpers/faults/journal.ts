import type { Operation } from '../../../contract/operation.ts'
import type { Slip } from './slips.ts'

/** A money call as its caller knows it, independent of the books. */
export interface MoneyCall {
  key: string
  /** The user id of the caller, to whom the key belongs. */
  callerId: string
  what: 'buy' | 'withdrawal' | 'transfer' | 'cancelled' | 'approved' | 'rejected'
  /** The member who makes the request, or made it. */
  memberId: string
  /** The member who receives a transfer. */
  recipientId?: string | undefined
  coins: number
  /** The purchase of a package, for the call that makes it and for those about its outcome. */
  purchase?: Purchase | undefined
  /** The request that is decided or taken back. A submission has one once it is acknowledged. */
  requestId?: string | undefined
  /** The moment of the answer that acknowledged the call. Without one, the outcome is unknown to the caller. */
  answeredAt?: number | undefined
}

/** A money call over HTTP, which can be repeated under its key. */
export interface Entry extends MoneyCall {
  call: Pick<Operation, 'method' | 'path'> & { cookie: string; body: string | undefined }
  madeAt: number
  /** The number of times that the call was sent. */
  attempts: number
}

/** A purchase of a package: the slip that pays for it, and the coins that it brings beside its own if it is approved. */
export interface Purchase {
  slip: Slip
  /** Coins for the member. */
  bonus: number
  /** Coins for the referrer of the member, for the first approved package alone. */
  reward: number
}

/** Everything that callers know about the calls of a load. */
export interface Journal<Call extends MoneyCall = Entry> {
  /** The coins of each member before the first call, by user id. */
  opening: Map<string, number>
  /** The member who brought another one in, by the user id of the latter. None of them has bought before the first call. */
  referrers: Map<string, string>
  /** The administrators who decide. */
  deciders: string[]
  entries: Call[]
}

export function isSubmission({ what }: MoneyCall): boolean {
  return what === 'buy' || what === 'withdrawal' || what === 'transfer'
}
