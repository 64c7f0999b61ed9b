import { dateLocale } from '../../ui/format-time.ts'

/** 14 Nov; with the year if it is not this year. A day of the UTC calendar, whatever the reader's time zone is. */
export function dayText(day: string | undefined): string {
  if (day === undefined) return ''
  const at = new Date(day)
  return at.toLocaleDateString(dateLocale, {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'short',
    ...(at.getUTCFullYear() !== new Date().getUTCFullYear() && { year: 'numeric' }),
  })
}
