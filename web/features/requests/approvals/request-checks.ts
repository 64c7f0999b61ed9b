import { coinStep } from '../../../../contract/money.ts'
import { isMultipleOfCoinStep } from '../../../../contract/money.ts'
import type { Request } from '../../../../contract/requests.ts'
import { t } from '../../../../contract/translate.ts'
import { coinsText } from '../../../lib/coins-text.ts'
import type { RequestCheck, RequestReview } from './kinds/kind-review.ts'
import { reviewOf } from './kinds/reviews.ts'

/** Returns the figures to compare: those stored with the request, and those of today. */
export function requestChecks(request: Request, review: RequestReview): RequestCheck[] {
  const coins = {
    name: t('Coins'),
    request: coinsText(request.amount_coins),
    expected: t('multiple of {step}', { step: coinStep }),
    agrees: isMultipleOfCoinStep(Number(request.amount_coins)),
  }
  return [coins, ...reviewOf(request).checks(request, review)]
}
