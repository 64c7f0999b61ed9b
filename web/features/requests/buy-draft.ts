import * as z from 'zod/mini'
import { buyQuote } from '../../../contract/buy-quote.ts'
import { add, formatCoins } from '../../../contract/money.ts'
import type { BuyRequest } from '../../../contract/requests.ts'
import { keepDraft } from '../../lib/drafts.ts'

export const storedSlip = z.object({ id: z.string(), name: z.string(), sizeBytes: z.number() })
/** A slip that the server has stored. */
export type StoredSlip = z.infer<typeof storedSlip>

export const buyDraft = z.object({
  /** The idempotency key. It is made once per intended purchase and kept until the request has been accepted. */
  key: z.string(),
  packageId: z.nullable(z.string()),
  amount: z.string(),
  /** The transaction hash as typed. */
  hash: z.string(),
  slip: z.nullable(storedSlip),
  /** The figures that the person has seen for `choice`, and may have paid by. */
  seen: z.nullable(z.object({ choice: z.string(), quote: buyQuote })),
  /** The deposit address that the person has seen, and may have paid to. */
  address: z._default(z.nullable(z.string()), null),
  /** The body of a call that may have arrived or not, as text. */
  attempt: z._default(z.nullable(z.string()), null),
  /** The request that this one repeats, and the reason of its rejection. An expired request has no reason. */
  repeats: z._default(z.nullable(z.object({ id: z.string(), reason: z.nullable(z.string()) })), null),
})
export type BuyDraft = z.infer<typeof buyDraft>
export const buyDraftName = 'buy'

/**
 * Makes a draft of a purchase that was rejected or has expired, with its choice and the figures that the person may have
 * paid by. Its slip belongs to the earlier request, so the draft needs another one.
 */
export function draftOfFailedBuy(request: BuyRequest): BuyDraft {
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
    seen: { choice: choiceKey(coins, packageId), quote: buyQuote.parse(seen) },
    address: null,
    attempt: null,
    repeats: { id: request.id, reason: request.admin_notes },
  }
}

/** Names a choice. Figures are compared only with those of the same choice. */
export function choiceKey(coins: number | string | null, packageId: string | null): string {
  return `${coins}:${packageId}`
}

export function keepBuyDraft(userId: string, draft: BuyDraft): void {
  keepDraft(userId, buyDraftName, draft)
}
