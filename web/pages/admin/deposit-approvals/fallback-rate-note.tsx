import type { BuyRequest } from '../../../../contract/requests.ts'
import { t } from '../../../../contract/translate.ts'

/** Says that 1 stood in for the exchange rate when the request was made. */
export function FallbackRateNote({ request }: { request: BuyRequest }) {
  if (!request.usdt_rate_is_fallback) return null
  return (
    <dl className="text-sm">
      <dt className="text-ink-2">{t('USDT rate')}</dt>
      <dd className="font-semibold text-wait">{t('Fallback: no exchange rate was to be had')}</dd>
    </dl>
  )
}
