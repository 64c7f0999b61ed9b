import { reportDaysMax } from '../../../../contract/endpoints/reports.ts'
import { errors } from '../../../../contract/errors.ts'
import { t } from '../../../../contract/translate.ts'
import type { PeriodName, ReportSearch } from './search.ts'

export const periodNames = {
  'this-month': t('This month'),
  'last-month': t('Last month'),
  'this-year': t('This year'),
  'last-year': t('Last year'),
  own: t('Own period'),
} as const satisfies Record<PeriodName, string>

/** The first and the last UTC day, both included. */
export interface Days {
  from: string
  to: string
}

/** Returns the days of a period on a UTC day, or a sentence that says why it has none. */
export function daysOf({ period = 'this-month', from, to }: ReportSearch, today: string): Days | string {
  if (period !== 'own') return presetDays(period, today)
  if (from === undefined || to === undefined) return t('Please choose the first and the last day.')
  if (from > to) return t('The first day is after the last one.')
  if (Date.parse(to) - Date.parse(from) >= reportDaysMax * dayMs) return errors.report_too_long.message
  return { from, to }
}

const dayMs = 86_400_000

function presetDays(period: Exclude<PeriodName, 'own'>, today: string): Days {
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7)) - 1]
  switch (period) {
    case 'this-month':
      return { from: toDay(year, month, 1), to: toDay(year, month + 1, 0) }
    case 'last-month':
      return { from: toDay(year, month - 1, 1), to: toDay(year, month, 0) }
    case 'this-year':
      return { from: toDay(year, 0, 1), to: toDay(year, 11, 31) }
    case 'last-year':
      return { from: toDay(year - 1, 0, 1), to: toDay(year - 1, 11, 31) }
  }
}

function toDay(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)
}
