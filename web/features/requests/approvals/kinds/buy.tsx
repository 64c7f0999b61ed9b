import { compare, formatUsd, formatUsdt } from '../../../../../contract/money.ts'
import type { BuyRequest } from '../../../../../contract/requests.ts'
import { emptyTexts } from '../../../../../contract/texts.ts'
import { t, tc } from '../../../../../contract/translate.ts'
import { coinsText, usdtAmount } from '../../../../lib/coins-text.ts'
import { hasNewSlip, isSlipAsked, statusText } from '../../request-display.ts'
import type { KindReview, RequestCheck, RequestReview } from './kind-review.ts'

export const buyReview: KindReview<BuyRequest> = {
  heading: ({ package_name: name }) => (name ? t('{name} package', { name }) : t('Top-up')),
  usdtOf: ({ usdt_amount: usdt }) => usdt,
  QueueNote: ({ request }) => (
    <>
      {request.payment_proof_id === null && (
        <span className="block text-sm font-semibold text-bad">{emptyTexts.noSlip}</span>
      )}
      {isSlipAsked(request) && <span className="block text-sm font-semibold text-wait">{statusText(request)}</span>}
      {!isSlipAsked(request) && hasNewSlip(request) && (
        <span className="block text-sm font-semibold text-ok">{t('New slip')}</span>
      )}
    </>
  ),
  fileOf: ({ payment_proof_id: id }) =>
    id === null ? null : { id, delay: t('You can approve once the slip has been shown.') },
  obstacle: ({ payment_proof_id: slipId }) =>
    slipId === null ? t('No Slip Attached: this request can only be rejected.') : undefined,
  checks: (request, review) => [...bonusChecks(request, review), ...priceChecks(request, review)],
  agreement: t('Request matches the price list'),
  hasEffectsTable: true,
  Particulars: ({ request }) => (
    <>
      {' '}
      · {usdtAmount(formatUsdt(request.usdt_amount))}
      {request.bonus_coins !== '0' && ` · ${t('with {bonus} bonus', { bonus: coinsText(request.bonus_coins) })}`}
    </>
  ),
  rejectionReasons: [
    t('The payment has not arrived.'),
    t('The amount on the slip is not that of the request.'),
    t('The slip cannot be read.'),
    t('The slip shows another address or network.'),
    t('This payment has been used for another request.'),
  ],
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
