import { t } from '../../../../contract/translate.ts'
import { dateLocale } from '../../../ui/format-time.ts'

/** A month such as 2026-11, or a year such as 2026, by the clock of UTC as in the files. */
export type PeriodName = string

const form = /^2\d{3}(-(0[1-9]|1[0-2]))?$/

export function periodOf(value: unknown): PeriodName | undefined {
  return typeof value === 'string' && form.test(value) ? value : undefined
}

/** Returns the first and the last day of a period; nothing for all time. */
export function daysOf(period: PeriodName | undefined): { from?: string; to?: string } {
  if (period === undefined) return {}
  const [year = '', month] = period.split('-')
  if (month === undefined) return { from: `${year}-01-01`, to: `${year}-12-31` }
  const last = new Date(Date.UTC(Number(year), Number(month), 0))
  return { from: `${period}-01`, to: last.toISOString().slice(0, 10) }
}

/** "November 2026", "2026" or "All time". */
export function periodText(period: PeriodName | undefined): string {
  if (period === undefined) return t('All time')
  if (period.length === 4) return period
  const at = new Date(`${period}-01T00:00:00Z`)
  return at.toLocaleDateString(dateLocale, { timeZone: 'UTC', month: 'long', year: 'numeric' })
}

const monthsShown = 12

/** Returns the months of the past year, the newest first, and the two years that they touch. */
export function recentPeriods(now: Date): { months: PeriodName[]; years: PeriodName[] } {
  const months = Array.from({ length: monthsShown }, (_, back) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back)).toISOString().slice(0, 7),
  )
  const year = now.getUTCFullYear()
  return { months, years: [String(year), String(year - 1)] }
}
