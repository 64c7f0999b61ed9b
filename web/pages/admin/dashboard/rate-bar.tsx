import { t } from '../../../../contract/translate.ts'
import { formatRate } from '../../../../contract/money.ts'
import { cn } from '../../../ui/cn.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Sparkline } from '../../../ui/sparkline.tsx'
import { PauseButton } from '../../../features/live-rate/live-rate.tsx'
import { useLiveRate } from '../../../features/live-rate/live-rate-store.ts'
import { trendOf } from '../../../features/live-rate/live-trend.ts'
import { TrendArrow, trendColor } from '../../../features/live-rate/trend-arrow.tsx'
import { chartBounds } from '../../../features/live-rate/trend-chart.ts'
import { aboutRate, describeChart, describeTrend } from '../../../features/live-rate/trend-text.ts'

/** The rate with the chart of its trend, for administrators. Only this bar is drawn again every second. */
export function RateBar({ className }: { className?: string | undefined }) {
  const live = useLiveRate()
  const about = aboutRate(live)
  const trend = trendOf(live.chart)
  return (
    <section
      aria-label={t('Live rate')}
      className={cn(
        'flex flex-wrap items-center gap-x-6 gap-y-2 rounded-3 border border-line bg-surface px-5 py-3',
        className,
      )}
    >
      <p className="grid">
        <span className="text-sm text-ink-2">{t('Live rate')}</span>
        <span className="text-xl font-semibold">
          {live.rate ? formatRate(live.rate, 4) : <Skeleton className="h-7 w-20" />}
        </span>
      </p>
      <p className={cn('grid w-32 text-sm font-semibold', trendColor(trend))}>
        <span className="inline-flex items-center gap-1.5">
          <TrendArrow trend={trend} />
          {describeTrend(trend)}
        </span>
        <abbr title={about.text} tabIndex={0} className="justify-self-start font-normal text-ink-2 no-underline">
          {about.word}
        </abbr>
      </p>
      <Sparkline
        points={live.chart}
        range={[chartBounds.low, chartBounds.high]}
        label={describeChart(live, trend)}
        width={240}
        height={48}
        className={cn('max-w-60 min-w-0 grow basis-28', trendColor(trend))}
      />
      {live.isSimulated && <PauseButton isPaused={live.isPaused} className="ms-auto" />}
    </section>
  )
}
