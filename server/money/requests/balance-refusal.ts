import { Refusal } from '../../platform/db/refusal.ts'

/** The balance refusal of the database speaks of a transfer; other calls have their own words. */
export async function asAmountExceedsBalance<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'insufficient_funds') throw error
    throw new Refusal('amount_exceeds_balance', { cause: error })
  }
}
