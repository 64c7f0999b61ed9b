import type { Decimal } from '../../../contract/money.ts'
import type { RequestKind } from '../../../contract/requests.ts'

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
    }
  | { type: 'cancel'; actorId: string; requestId: string }
  | { type: 'adjust'; actorId: string; userId: string; coins: Decimal; reversesId: string | null }

export type SubmitCall = Extract<LedgerCall, { type: 'submit' }>

/** Returns the parts that make two calls the same: all but the terms that the member was shown. */
export function comparableBody(call: LedgerCall): string {
  return JSON.stringify(call.type === 'submit' ? { ...call, quotedTerms: null, quoteId: null } : call)
}
