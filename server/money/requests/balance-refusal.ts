import { Refusal } from '../../platform/db/refusal.ts'

/** Replaces the balance refusal of the database, which speaks of a transfer, by the words for other calls. */
export async function asAmountExceedsBalance<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'insufficient_funds') throw error
    throw new Refusal('amount_exceeds_balance', { cause: error })
  }
}
