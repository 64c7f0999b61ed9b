import { dateLocale } from '../../ui/format-time.ts'

/** Formats a UTC day as "14 Nov", with the year if it is not this year. The time zone of the reader does not matter. */
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
