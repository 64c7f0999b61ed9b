import type * as z from 'zod/mini'
import { add, coinStep, compare, formatCoins, formatUsd, formatUsdt } from '../../../contract/money.ts'
import type { getRequestReview } from '../../../contract/request-review.ts'
import { isWholeStep, type BuyRequest } from '../../../contract/requests.ts'

export type RequestReview = z.infer<typeof getRequestReview.output>

export interface BuyCheck {
  name: string
  request: string
  expected: string
  /** Undefined for a row that only informs. */
  agrees?: boolean
}

/** What an administrator compares: the figures frozen on the request, and what they would be today. */
export function buyChecks(request: BuyRequest, review: RequestReview): BuyCheck[] {
  const { expected, member } = review
  const total = add(member.available_coins, member.locked_coins)
  const received = add(request.amount_coins, request.bonus_coins)
  return [
    {
      name: 'Coins',
      request: withUnit(request.amount_coins),
      expected: `multiple of ${formatCoins(String(coinStep))}`,
      agrees: isWholeStep(Number(request.amount_coins)),
    },
    ...bonusCheck(request, review),
    ...(expected
      ? [
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
      : []),
    { name: 'Balance after', request: withUnit(add(total, received)), expected: `was ${formatCoins(total)}` },
  ]
}

function bonusCheck(request: BuyRequest, { package: offer }: RequestReview): BuyCheck[] {
  if (request.package_id === null) return []
  return [
    {
      name: `Bonus of ${request.package_name ?? 'the package'}`,
      request: withUnit(request.bonus_coins),
      expected: offer ? withUnit(offer.bonus_coins) : 'package is gone',
      agrees: offer !== null && compare(request.bonus_coins, offer.bonus_coins) === 0,
    },
  ]
}

function withUnit(coins: string): string {
  return `${formatCoins(coins)}\u00a0ET`
}
