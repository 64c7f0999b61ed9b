import * as z from 'zod/mini'
import { add, compare, type Decimal } from '../../../../contract/money.ts'
import { fieldTexts, requiredText } from '../../../../contract/texts.ts'
import { reasonBody } from '../../../../contract/user-bodies.ts'
import { t } from '../../../../contract/translate.ts'
import { isWhole, readCoins, typedCoinsFault } from '../../../lib/typed-coins.ts'

export const directions = ['add', 'take'] as const
export type Direction = (typeof directions)[number]

/** The typed values, with the idempotency key for sending them. Both outlast a reload. */
export const adjustmentDraft = z.object({
  key: z.string(),
  /** The last body that was sent without an answer, as JSON. */
  attempt: z.nullable(z.string()),
  direction: z.nullable(z.enum(directions)),
  amount: z.string(),
  reason: z.string(),
})
export type AdjustmentDraft = z.infer<typeof adjustmentDraft>

export interface AdjustmentFaults {
  direction?: string | undefined
  amount?: string | undefined
  reason?: string | undefined
}

export interface AdjustmentBody {
  coins: number
  reason: string
  reverses_id?: string
}

/** Returns the coins of the draft with their sign; null while no direction or no valid amount is chosen. */
export function draftCoins({ direction, amount }: Pick<AdjustmentDraft, 'direction' | 'amount'>): number | null {
  if (direction === null || typedAmountFault(amount) !== undefined) return null
  const coins = Number(readCoins(amount))
  return direction === 'add' ? coins : -coins
}

/** Returns the faults of a draft. `available` are the coins that the member can lose, or null for no limit. */
export function adjustmentFaults(draft: AdjustmentDraft, available: Decimal | null): AdjustmentFaults {
  const coins = draftCoins(draft)
  const reason = reasonBody.shape.reason.safeParse(draft.reason)
  return {
    direction: draft.direction === null ? t('Please choose whether coins are added or taken away.') : undefined,
    amount: amountError(draft, coins, available),
    reason: reason.error?.issues[0]?.message,
  }
}

const exceedsAvailable = t('The member has less than that available.')

function amountError({ amount }: AdjustmentDraft, coins: number | null, available: Decimal | null) {
  const typed = typedAmountFault(amount)
  if (typed) return typed
  if (coins !== null && available !== null && compare(add(available, String(coins)), '0') < 0) return exceedsAvailable
  return undefined
}

function typedAmountFault(text: string): string | undefined {
  const fault = typedCoinsFault(text, text.trim() === '' ? requiredText(t('Amount')) : fieldTexts.numberNeeded)
  if (fault) return fault
  const coins = readCoins(text) ?? ''
  if (!isWhole(coins)) return t('Please enter a whole number of coins.')
  return Number(coins) === 0 ? t('{field} must be above 0.', { field: t('Amount') }) : undefined
}
