import { compare, formatRate, formatUsd, multiply } from '../../../../contract/money.ts'
import type { Evidence } from '../../../../contract/request-review.ts'
import type { Request } from '../../../../contract/requests.ts'
import { t } from '../../../../contract/translate.ts'
import type { RequestCheck, RequestReview } from './kinds/kind-review.ts'

/** Compares the worth of coins that leave or change hands with their worth at the platform's rate of today. */
export function valueCheck(request: Request, { evidence }: RequestReview): RequestCheck {
  const rateNow = evidenceOf(evidence, 'rate_differs')?.current ?? request.rate
  const worthNow = multiply(request.amount_coins, rateNow, 2)
  return {
    name: t('USD at {rate}', { rate: formatRate(request.rate, 5) }),
    request: formatUsd(request.amount_usd),
    expected: formatUsd(worthNow),
    agrees: compare(request.amount_usd, worthNow) === 0,
  }
}

export function evidenceOf(evidence: readonly Evidence[], kind: Evidence['kind']): Evidence | undefined {
  return evidence.find((one) => one.kind === kind)
}
