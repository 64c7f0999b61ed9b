import { compare } from '../../../../contract/money.ts'
import type { Effect } from '../../../../contract/request-review.ts'
import { t } from '../../../../contract/translate.ts'

/** Returns the balances to compare. If no coins are locked before or after, the total alone is enough. */
export function balanceMeasures(effect: Effect) {
  const total = { name: t('Total'), before: effect.total_before, after: effect.total_after }
  if (compare(effect.locked_before, '0') === 0 && compare(effect.locked_after, '0') === 0) return [total]
  return [
    { name: t('Available'), before: effect.available_before, after: effect.available_after },
    { name: t('Locked'), before: effect.locked_before, after: effect.locked_after },
    total,
  ]
}
