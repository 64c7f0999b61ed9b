import * as z from 'zod/mini'
import { add, compare, maxRequestCoins, type Decimal } from '../../../contract/money.ts'
import { requiredText } from '../../../contract/texts.ts'
import { adjustBalanceBody } from '../../../contract/adjustments.ts'
import { t } from '../../../contract/translate.ts'
import { readTypedNumber } from '../../../contract/typed-number.ts'

export const directions = ['add', 'take'] as const
export type Direction = (typeof directions)[number]

/** What is typed so far, with the key under which it is sent: both outlast a reload. */
export const adjustmentDraft = z.object({
  key: z.string(),
  /** What was sent last without an answer, as text. */
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

/** The coins of the draft with their sign; null where no amount or no direction is chosen yet. */
export function draftCoins({ direction, amount }: Pick<AdjustmentDraft, 'direction' | 'amount'>): number | null {
  const text = readTypedNumber(amount) ?? ''
  const coins = /^\d{1,13}$/.test(text) ? Number(text) : 0
  if (direction === null || coins === 0 || coins > maxRequestCoins) return null
  return direction === 'add' ? coins : -coins
}

/** What is wrong with a draft, given what the member could lose; null where that does not count. */
export function adjustmentFaults(draft: AdjustmentDraft, available: Decimal | null): AdjustmentFaults {
  const coins = draftCoins(draft)
  const reason = adjustBalanceBody.shape.reason.safeParse(draft.reason)
  return {
    direction: draft.direction === null ? t('Please choose whether coins are added or taken away.') : undefined,
    amount: amountFault(draft, coins, available),
    reason: reason.error?.issues[0]?.message,
  }
}

const exceedsMost = t('Please enter at most {max} coins.', { max: maxRequestCoins })
const exceedsAvailable = t('The member has less than that available.')

function amountFault({ amount, direction }: AdjustmentDraft, coins: number | null, available: Decimal | null) {
  if (amount.trim() === '') return requiredText(t('Amount'))
  const text = readTypedNumber(amount) ?? ''
  if (/^\d+$/.test(text) && Number(text) > maxRequestCoins) return exceedsMost
  if (draftCoins({ amount, direction: direction ?? 'add' }) === null) return t('Please enter a whole number of coins.')
  if (coins !== null && available !== null && compare(add(available, String(coins)), '0') < 0) return exceedsAvailable
  return undefined
}
