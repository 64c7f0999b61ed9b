import * as z from 'zod/mini'
import { buyQuote } from '../../../contract/buy-quote.ts'
import { add, formatCoins } from '../../../contract/money.ts'
import type { BuyRequest } from '../../../contract/requests.ts'
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
  /** What was sent without anybody knowing whether it arrived, as text. */
  attempt: z._default(z.nullable(z.string()), null),
  /** The rejected request that this one repeats, and why it was rejected. */
  repeats: z._default(z.nullable(z.object({ id: z.string(), reason: z.nullable(z.string()) })), null),
})
export type BuyDraft = z.infer<typeof buyDraft>

/**
 * When an answer gets lost, a reload and a second try send the same key, the same amount and the same slip, so the
 * request is counted once.
 */
export function readBuyDraft(userId: string): BuyDraft | null {
  return buyDraft.safeParse(readDraft(userId, draftKey)).data ?? null
}

/**
 * A rejected purchase once more: what was chosen, and the figures that the person may have paid by. Its slip belongs to the
 * request that was rejected, so another one is needed.
 */
export function repeatedDraft(request: BuyRequest): BuyDraft {
  const { amount_coins: coins, package_id: packageId, bonus_coins: bonus } = request
  const seen = {
    ...request,
    quote_id: '',
    received_coins: add(coins, bonus),
    usdt_rate_fetched_at: request.created_at,
  }
  return {
    key: crypto.randomUUID(),
    packageId,
    amount: formatCoins(coins),
    hash: request.transaction_hash ?? '',
    slip: null,
    seen: { choice: choiceOf(coins, packageId), quote: buyQuote.parse(seen) },
    address: null,
    attempt: null,
    repeats: { id: request.id, reason: request.admin_notes },
  }
}

/** Names what is chosen, so that figures are compared with those of the same choice alone. */
export function choiceOf(coins: number | string | null, packageId: string | null): string {
  return `${coins}:${packageId}`
}

export function keepBuyDraft(userId: string, draft: BuyDraft): void {
  keepDraft(userId, draftKey, draft)
}

export function dropBuyDraft(userId: string): void {
  dropDraft(userId, draftKey)
}

const draftKey = 'buy'
