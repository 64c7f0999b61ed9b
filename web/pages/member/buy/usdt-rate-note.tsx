import { useMutation } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { getExchangeRates } from '../../../../contract/endpoints/rates.ts'
import type { BuyQuote } from '../../../../contract/buy-quote.ts'
import { t } from '../../../../contract/translate.ts'
import { messageOf } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import { richText } from '../../../lib/rich-text.ts'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { Notice } from '../../../ui/notice.tsx'
import { TimeText } from '../../../ui/time-text.tsx'

interface UsdtRateNoteProps {
  quote: BuyQuote
  /** Reads the figures again, at the new rate. */
  onRefreshed: () => Promise<unknown>
}

/** Shows the age of the USDT rate, or that it is a fallback, with a button to refresh it. */
export function UsdtRateNote({ quote, onRefreshed }: UsdtRateNoteProps) {
  const refresh = useMutation({
    mutationFn: async () => {
      const rates = await call(getExchangeRates, { query: { refresh: 'true' } })
      await onRefreshed()
      return rates
    },
  })
  const button = (
    <Button
      variant={quote.usdt_rate_is_fallback ? 'ghost' : 'quiet'}
      size="sm"
      className={cn('max-sm:h-touch', !quote.usdt_rate_is_fallback && '-ms-2')}
      busy={refresh.isPending}
      onClick={() => refresh.mutate()}
    >
      <RefreshCw aria-hidden="true" />
      {t('Refresh rate')}
    </Button>
  )

  return (
    <div className="grid gap-1">
      {quote.usdt_rate_is_fallback ? (
        <Notice tone="warn" title={t('Fallback rate.')} action={button}>
          {t('The exchange rate is not available at the moment, so 1 USDT counts as $1.00.')}
        </Notice>
      ) : (
        <p className="flex flex-wrap items-center gap-x-4 text-sm text-ink-3">
          <span>{richText('Rate of {time}', { time: <TimeText value={quote.usdt_rate_fetched_at} relative /> })}</span>
          {button}
        </p>
      )}
      <p role="status" className="text-sm font-semibold text-wait empty:hidden">
        {refresh.isError && messageOf(refresh.error)}
        {refresh.data?.is_fallback && !quote.usdt_rate_is_fallback && t('A newer rate is not available at the moment.')}
      </p>
    </div>
  )
}
