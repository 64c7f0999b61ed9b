import type { ErrorCode } from '../../../contract/errors.ts'
import type { Decimal } from '../../../contract/money.ts'
import type { RequestKind } from '../../../contract/requests.ts'

/** A transfer on the chain: the hash of its transaction, and the place of its log. */
interface TransferName {
  hash: string
  log_index: number
}

export type LedgerCall =
  | {
      type: 'submit'
      actorId: string
      kind: RequestKind
      coins: number
      packageId: string | null
      recipientId: string | null
      /** The address of a withdrawal; null for the default one, and for other kinds. */
      address: string | null
      uploadId: string | null
      transactionHash: string | null
      /** The terms that the member was shown, as `termsOf` spells them; null for a call without a quote. */
      quotedTerms: string | null
      /** The id that the database gives to these terms. */
      quoteId: string | null
    }
  | {
      type: 'decide'
      actorId: string
      userId: string
      requestId: string
      status: 'approved' | 'rejected'
      /** Notes that the member sees. */
      notes: string | null
      /** The transfers that pay for a buy. */
      transfers: readonly TransferName[]
      /** True to credit a part. */
      isPart: boolean
      /** Why a buy is approved although its payment was used before. */
      reuseReason: string | null
      /** The revision of the slip that the administrator saw. */
      slipRevision: number
    }
  | { type: 'cancel'; actorId: string; requestId: string }
  | { type: 'reverse'; actorId: string; userId: string; requestId: string }
  | { type: 'adjust'; actorId: string; userId: string; coins: Decimal; reversesId: string | null }

export type SubmitCall = Extract<LedgerCall, { type: 'submit' }>

/** Returns the parts that make two calls the same: all but the terms that the member was shown. */
export function comparableBody(call: LedgerCall): string {
  if (call.type === 'submit') return JSON.stringify({ ...call, quotedTerms: null, quoteId: null })
  return JSON.stringify(call.type === 'decide' ? { ...call, transfers: namesOf(call.transfers) } : call)
}

/** Returns the names of transfers, once each and in order. */
export function namesOf(transfers: readonly TransferName[]): string[] {
  return [...new Set(transfers.map(({ hash, log_index: place }) => `${hash}:${place}`))].toSorted()
}

/**
 * The result of a call: the id of the row that it made, or all error codes that may refuse it. `waits`: a second
 * administrator has to make the call, too.
 */
export type CallOutcome = { id: string; isReplay: boolean; waits: boolean } | { refusals: Set<ErrorCode> }
