import {
  coinStep,
  compare,
  formatCoins,
  formatRate,
  formatUsd,
  formatUsdt,
  multiply,
} from '../../../../contract/money.ts'
import type { OutputOf } from '../../../../contract/operation.ts'
import type { Evidence, getRequestReview } from '../../../../contract/request-review.ts'
import { isWholeStep, type BuyRequest, type Request } from '../../../../contract/requests.ts'

export type RequestReview = OutputOf<typeof getRequestReview>

export interface RequestCheck {
  name: string
  request: string
  expected: string
  /** Undefined for a row that only informs. */
  agrees?: boolean
}

/** What an administrator compares: the figures frozen on the request, and what they would be today. */
export function requestChecks(request: Request, review: RequestReview): RequestCheck[] {
  const coins = {
    name: 'Coins',
    request: withUnit(request.amount_coins),
    expected: `multiple of ${formatCoins(String(coinStep))}`,
    agrees: isWholeStep(Number(request.amount_coins)),
  }
  if (request.kind === 'buy') return [coins, ...bonusChecks(request, review), ...priceChecks(request, review)]
  return [coins, valueCheck(request, review)]
}

function bonusChecks(request: BuyRequest, { package: offer, ...review }: RequestReview): RequestCheck[] {
  const bonus = request.package_id !== null && {
    name: `Bonus of ${request.package_name ?? 'the package'}`,
    request: withUnit(request.bonus_coins),
    expected: offer ? withUnit(offer.bonus_coins) : 'package is gone',
    agrees: offer !== null && compare(request.bonus_coins, offer.bonus_coins) === 0,
  }
  const referrer = review.effects.find(({ role }) => role === 'referrer')
  const reward = compare(review.referral_reward_coins, '0') > 0 && {
    name: 'Referral reward',
    request: withUnit(review.referral_reward_coins),
    expected: referrer ? `to ${referrer.full_name}` : 'paid',
  }
  return [bonus, reward].filter((check) => check !== false)
}

function priceChecks(request: BuyRequest, { expected }: RequestReview): RequestCheck[] {
  if (!expected) return []
  return [
    {
      name: 'Price in USD',
      request: formatUsd(request.amount_usd),
      expected: formatUsd(expected.amount_usd),
      agrees: compare(request.amount_usd, expected.amount_usd) === 0,
    },
    {
      name: `USDT at ${formatUsdt(request.usdt_rate)}`,
      request: formatUsdt(request.usdt_amount),
      expected: formatUsdt(expected.usdt_amount),
      agrees: compare(request.usdt_amount, expected.usdt_amount) === 0,
    },
  ]
}

/** What leaves or changes hands is worth what the platform's rate says. */
function valueCheck(request: Request, { evidence }: RequestReview): RequestCheck {
  const rateNow = evidenceOf(evidence, 'rate_differs')?.current ?? request.rate
  const worthNow = multiply(request.amount_coins, rateNow, 2)
  return {
    name: `USD at ${formatRate(request.rate, 5)}`,
    request: formatUsd(request.amount_usd),
    expected: formatUsd(worthNow),
    agrees: compare(request.amount_usd, worthNow) === 0,
  }
}

export function evidenceOf(evidence: readonly Evidence[], kind: Evidence['kind']): Evidence | undefined {
  return evidence.find((one) => one.kind === kind)
}

function withUnit(coins: string): string {
  return `${formatCoins(coins)}\u00a0ET`
}
