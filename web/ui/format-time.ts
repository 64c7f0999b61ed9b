import { language, t, withWesternDigits } from '../../contract/translate.ts'

type Format = Intl.DateTimeFormatOptions

/**
 * English dates are written the British way. Other languages follow the reader's own region, if it speaks them. All use
 * the calendar of statements and mails, although some regions usually count the years in another one.
 */
export const dateLocale =
  language === 'en'
    ? 'en-GB'
    : withCommonCalendar(globalThis.navigator?.languages?.find((one) => one.split('-', 1)[0] === language) ?? language)

function withCommonCalendar(code: string): string {
  return code.includes('-u-') ? code : withWesternDigits(code).replace('-u-', '-u-ca-gregory-')
}

const day = { day: 'numeric', month: 'short' } as const satisfies Format
const dayOfYear = { ...day, year: 'numeric' } as const satisfies Format
const clock = { hour: '2-digit', minute: '2-digit' } as const satisfies Format
const momentOfDay = { ...day, ...clock } as const satisfies Format
const momentOfYear = { ...dayOfYear, ...clock } as const satisfies Format
const weekday = { weekday: 'long', day: 'numeric', month: 'long' } as const satisfies Format
const weekdayOfYear = { ...weekday, year: 'numeric' } as const satisfies Format
const exact = { dateStyle: 'full', timeStyle: 'long' } as const satisfies Format

/** "20 Nov", with the year if it is not this year. */
export function formatDate(at: Date, now: Date): string {
  return format(at, isSameYear(at, now) ? day : dayOfYear)
}

/** "20 Nov, 14:02", with the year if it is not this year. */
export function formatMoment(moment: Date, now: Date): string {
  return format(moment, isSameYear(moment, now) ? momentOfDay : momentOfYear)
}

/** 14:02 */
export function formatClock(at: Date): string {
  return format(at, clock)
}

/** "Today", "Yesterday" or "Friday 20 November", with the year if it is not this year. */
export function formatDay(at: Date, now: Date): string {
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1)
  if (at.toDateString() === now.toDateString()) return t('Today')
  if (at.toDateString() === yesterday.toDateString()) return t('Yesterday')
  return format(at, isSameYear(at, now) ? weekday : weekdayOfYear)
}

/** Friday, 20 November 2026 at 14:02:11 CET */
export function formatExactMoment(moment: Date): string {
  return format(moment, exact)
}

/** "1 h 58 m ago". It has the two largest units, and days alone after a week. */
export function formatAgo(moment: Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - moment.getTime()) / 60_000)
  return minutes < 1 ? t('just now') : t('{span} ago', { span: spanWords(minutes) })
}

/** "23 h 12 m left". A minute that has begun counts as a whole one. */
export function formatRemaining(moment: Date, now: Date): string {
  const minutes = Math.ceil((moment.getTime() - now.getTime()) / 60_000)
  return minutes < 1 ? t('over now') : t('{span} left', { span: spanWords(minutes) })
}

/** "3 h 12 m", "2 d 4 h" or "9 d". It rounds up, so that "within" this span is true. */
export function formatSpan(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  const step = minutes < dayMinutes ? 1 : minutes < 7 * dayMinutes ? 60 : dayMinutes
  return spanWords(Math.ceil(minutes / step) * step)
}

const dayMinutes = 24 * 60

function spanWords(minutes: number): string {
  if (minutes < 60) return minuteWords(minutes)
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return joinSpans(hourWords(hours), minutes % 60 && minuteWords(minutes % 60))
  const days = Math.floor(hours / 24)
  return joinSpans(dayWords(days), days < 7 && hours % 24 !== 0 && hourWords(hours % 24))
}

const minuteWords = (minutes: number) => t('{minutes} m', { minutes })
const hourWords = (hours: number) => t('{hours} h', { hours })
const dayWords = (days: number) => t('{days} d', { days: String(days) })

function joinSpans(large: string, small: string | false | 0): string {
  return small ? `${large} ${small}` : large
}

const formats = new Map<Format, Intl.DateTimeFormat>()

/** Creating a format takes a hundred times as long as using one, and a page shows many times. */
function format(at: Date, options: Format): string {
  const known = formats.get(options) ?? new Intl.DateTimeFormat(dateLocale, options)
  formats.set(options, known)
  return known.format(at)
}

function isSameYear(one: Date, other: Date): boolean {
  return one.getFullYear() === other.getFullYear()
}
