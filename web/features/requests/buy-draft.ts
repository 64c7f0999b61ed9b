import * as z from 'zod/mini'
import { buyQuote } from '../../../contract/buy-quote.ts'
import { dropDraft, keepDraft, readDraft } from '../../lib/drafts.ts'

export const storedSlip = z.object({ id: z.string(), name: z.string(), sizeBytes: z.number() })
/** A slip that the server holds already. */
export type StoredSlip = z.infer<typeof storedSlip>

const buyDraft = z.object({
  /** The idempotency key: made once for what the person is about to ask, kept until it has been accepted. */
  key: z.string(),
  packageId: z.nullable(z.string()),
  amount: z.string(),
  /** The transaction hash, as it was typed. */
  hash: z.string(),
  slip: z.nullable(storedSlip),
  /** The figures that the person has seen for `choice`, and may have acted on. */
  seen: z.nullable(z.object({ choice: z.string(), quote: buyQuote })),
  /** The deposit address that the person has seen, and may have paid to. */
  address: z._default(z.nullable(z.string()), null),
})
export type BuyDraft = z.infer<typeof buyDraft>

/**
 * When an answer gets lost, a reload and a second try send the same key, the same amount and the same slip, so the
 * request is counted once.
 */
export function readBuyDraft(userId: string): BuyDraft | null {
  return buyDraft.safeParse(readDraft(userId, draftKey)).data ?? null
}

export function keepBuyDraft(userId: string, draft: BuyDraft): void {
  keepDraft(userId, draftKey, draft)
}

export function dropBuyDraft(userId: string): void {
  dropDraft(userId, draftKey)
}

const draftKey = 'buy'
