import * as z from 'zod/mini'

export const storedSlip = z.object({ id: z.string(), name: z.string(), sizeBytes: z.number() })
/** A slip that the server holds already. */
export type StoredSlip = z.infer<typeof storedSlip>

const buyDraft = z.object({
  /** The idempotency key: made once for what the person is about to ask, kept until it has been accepted. */
  key: z.string(),
  packageId: z.nullable(z.string()),
  amount: z.string(),
  slip: z.nullable(storedSlip),
})
export type BuyDraft = z.infer<typeof buyDraft>

/**
 * The draft lives as long as the tab. When an answer gets lost, a reload and a second try send the same key, the same
 * amount and the same slip, so the request is counted once.
 */
export function readBuyDraft(userId: string): BuyDraft | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(draftName(userId)) ?? 'null')
    return buyDraft.safeParse(kept).data ?? null
  } catch {
    return null
  }
}

export function keepBuyDraft(userId: string, draft: BuyDraft): void {
  try {
    sessionStorage.setItem(draftName(userId), JSON.stringify(draft))
  } catch {
    // A browser that stores nothing still has the draft in memory; only a reload loses it.
  }
}

export function dropBuyDraft(userId: string): void {
  sessionStorage.removeItem(draftName(userId))
}

function draftName(userId: string): string {
  return `buy-draft:${userId}`
}
