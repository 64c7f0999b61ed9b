import { coinStep, compare, formatRate, formatUsd, formatUsdt, multiply } from '../../../../contract/money.ts'
import type { OutputOf } from '../../../../contract/operation.ts'
import type { Evidence, getRequestReview } from '../../../../contract/request-review.ts'
import { isWholeStep, type BuyRequest, type Request } from '../../../../contract/requests.ts'
import { t, tc } from '../../../../contract/translate.ts'
import { coinsText } from '../request-display.ts'

export type RequestReview = OutputOf<typeof getRequestReview>

export interface RequestCheck {
  name: string
  request: string
  expected: string
  /** Undefined for a row that only informs. */
  agrees?: boolean
}

/** Returns the figures to compare: those stored with the request, and those of today. */
export function requestChecks(request: Request, review: RequestReview): RequestCheck[] {
  const coins = {
    name: t('Coins'),
    request: coinsText(request.amount_coins),
    expected: t('multiple of {step}', { step: coinStep }),
    agrees: isWholeStep(Number(request.amount_coins)),
  }
  if (request.kind === 'buy') return [coins, ...bonusChecks(request, review), ...priceChecks(request, review)]
  return [coins, valueCheck(request, review)]
}

/** Names what the figures agree with, if all are the same. */
export function agreementText({ kind }: Request): string {
  return kind === 'buy' ? t('Request matches the price list') : t('Request matches today’s rate')
}

function bonusChecks(request: BuyRequest, { package: offer, ...review }: RequestReview): RequestCheck[] {
  const bonus = request.package_id !== null && {
    name: request.package_name ? t('Bonus of {package}', { package: request.package_name }) : t('Bonus of the package'),
    request: coinsText(request.bonus_coins),
    expected: offer ? coinsText(offer.bonus_coins) : t('package is gone'),
    agrees: offer !== null && compare(request.bonus_coins, offer.bonus_coins) === 0,
  }
  const referrer = review.effects.find(({ role }) => role === 'referrer')
  const reward = compare(review.referral_reward_coins, '0') > 0 && {
    name: t('Referral reward'),
    request: coinsText(review.referral_reward_coins),
    expected: referrer ? t('to {name}', { name: referrer.full_name }) : tc('of a reward', 'paid'),
  }
  return [bonus, reward].filter((check) => check !== false)
}

function priceChecks(request: BuyRequest, { expected }: RequestReview): RequestCheck[] {
  if (!expected) return []
  return [
    {
      name: t('Price in USD'),
      request: formatUsd(request.amount_usd),
      expected: formatUsd(expected.amount_usd),
      agrees: compare(request.amount_usd, expected.amount_usd) === 0,
    },
    {
      name: t('USDT at {rate}', { rate: formatUsdt(request.usdt_rate) }),
      request: formatUsdt(request.usdt_amount),
      expected: formatUsdt(expected.usdt_amount),
      agrees: compare(request.usdt_amount, expected.usdt_amount) === 0,
    },
  ]
}

/** Compares the value of a withdrawal or transfer with its value at today's rate. */
function valueCheck(request: Request, { evidence }: RequestReview): RequestCheck {
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
