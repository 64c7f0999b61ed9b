import { t } from '../../../contract/translate.ts'
import { formatClock } from '../../ui/format-time.ts'
import type { Trend } from './live-trend.ts'

/** Names a trend; a rate that has not moved is steady. */
export function describeTrend(trend: Trend | null): string {
  if (trend === null) return t('Steady')
  return trend === 'up' ? t('Trending Up') : t('Trending Down')
}

export const indicativeText = t(
  'Indicative: the arrow and the trend line are simulated. Orders and estimates use the platform rate, the number shown.',
)
export const steadyText = t(
  'Orders and estimates use this platform rate. The arrow and the line show how it changed lately.',
)
export const defaultRateText = t(
  'The platform rate could not be read. Until it can, 0.01 USD per ET stands in for it; requests use the platform rate.',
)

export const staleRateText = t(
  'The platform rate could not be read since then, and may have changed. Requests use the platform rate of their own moment.',
)

interface RateSource {
  isSimulated: boolean
  /** 0 while no rate has been read. */
  polledAt: number
  isStale: boolean
}

/** Describes the rate beside it, in a word and in full. */
export function aboutRate({ isSimulated, polledAt, isStale }: RateSource): { word: string; text: string } {
  if (polledAt === 0) return { word: t('Default rate'), text: defaultRateText }
  if (isStale) return { word: t('As of {time}', { time: formatClock(new Date(polledAt)) }), text: staleRateText }
  return isSimulated ? { word: t('Indicative'), text: indicativeText } : { word: t('Platform rate'), text: steadyText }
}

/** Describes the chart for screen readers. */
export function describeChart({ isSimulated, polledAt, isStale }: RateSource, trend: Trend | null): string {
  const words = describeTrend(trend)
  if (polledAt === 0) return t('Trend chart, default rate: {trend}', { trend: words })
  if (isStale) return t('Trend chart, as of {time}: {trend}', { time: formatClock(new Date(polledAt)), trend: words })
  if (isSimulated) return t('Trend chart, indicative: {trend}', { trend: words })
  return t('Trend chart, platform rate: {trend}', { trend: words })
}
