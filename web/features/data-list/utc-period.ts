import { t } from '../../../contract/translate.ts'
import { dateLocale } from '../../ui/format-time.ts'

const dayFormat = new Intl.DateTimeFormat(dateLocale, { dateStyle: 'long', timeZone: 'UTC' })

/** "1 February 2024 to 29 February 2024, in UTC". */
export function utcPeriodText({ from, to }: { from: string; to: string }): string {
  return t('{from} to {to}, in UTC', { from: dayFormat.format(new Date(from)), to: dayFormat.format(new Date(to)) })
}

/** Says that more may come in a period that is not over. */
export function openPeriodNote(to: string | undefined, at: Date): string | undefined {
  return to !== undefined && to >= at.toISOString().slice(0, 10) ? t('This period is not over yet.') : undefined
}
