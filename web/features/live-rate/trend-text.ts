import { formatClock } from '../../ui/format-time.ts'
import type { Trend } from './live-trend.ts'

/** The words of a trend; a rate that has not moved yet is steady. */
export function describeTrend(trend: Trend | null): string {
  if (trend === null) return 'Steady'
  return trend === 'up' ? 'Trending Up' : 'Trending Down'
}

export const indicativeText =
  'Indicative: the arrow and the trend line are simulated. Orders and estimates use the platform rate, the number shown.'
export const steadyText = 'Orders and estimates use this platform rate. The arrow shows its last change.'
export const defaultRateText =
  'The platform rate could not be read. Until it can, 0.01 USD per ET stands in for it; requests use the platform rate.'

export const oldRateText =
  'The platform rate could not be read since then, and may have changed. Requests use the platform rate of their own moment.'

interface RateSource {
  isSimulated: boolean
  /** 0 while no rate has been read. */
  polledAt: number
  isOld: boolean
}

/** What the rate beside it is, in a word and in full. */
export function aboutRate({ isSimulated, polledAt, isOld }: RateSource): { word: string; text: string } {
  if (polledAt === 0) return { word: 'Default rate', text: defaultRateText }
  if (isOld) return { word: `As of ${formatClock(new Date(polledAt))}`, text: oldRateText }
  return isSimulated ? { word: 'Indicative', text: indicativeText } : { word: 'Platform rate', text: steadyText }
}
