import { t } from '../../../../contract/translate.ts'
import { Sparkline } from '../../../ui/sparkline.tsx'
import { useLiveRate } from '../../../features/live-rate/live-rate-store.ts'
import { trendOf } from '../../../features/live-rate/live-trend.ts'
import { TrendArrow, trendColor } from '../../../features/live-rate/trend-arrow.tsx'
import { describeTrend, indicativeText } from '../../../features/live-rate/trend-text.ts'
import { cn } from '../../../ui/cn.ts'

/** The trend in words, with a small line. Only this part is rendered again when the rate moves. */
export function PriceTrend() {
  const { points, isSimulated } = useLiveRate()
  const trend = trendOf(points)
  const words = describeTrend(trend)
  return (
    <span className={cn('grid', trendColor(trend))}>
      <span className="inline-flex items-center gap-2 max-sm:text-lg">
        <TrendArrow trend={trend} />
        {words}
      </span>
      <span className="flex flex-wrap items-center gap-x-3 text-2xs/5 font-semibold text-ink-3">
        <Sparkline points={points} label={words} width={112} height={24} className={trendColor(trend)} />
        {isSimulated && (
          <abbr title={indicativeText} className="no-underline">
            {t('Indicative')}
          </abbr>
        )}
      </span>
    </span>
  )
}
