/** 20 Nov, 14:02; with the year if it is not this year. */
export function formatMoment(moment: Date, now: Date): string {
  const isThisYear = moment.getFullYear() === now.getFullYear()
  const day = moment.toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    ...(!isThisYear && { year: 'numeric' }),
  })
  return `${day}, ${formatClock(moment)}`
}

/** 14:02 */
export function formatClock(at: Date): string {
  return at.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
}

/** Today, Yesterday, Friday 20 November; with the year if it is not this year. */
export function formatDay(at: Date, now: Date): string {
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1)
  if (at.toDateString() === now.toDateString()) return 'Today'
  if (at.toDateString() === yesterday.toDateString()) return 'Yesterday'
  const isThisYear = at.getFullYear() === now.getFullYear()
  return at.toLocaleDateString('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(!isThisYear && { year: 'numeric' }),
  })
}

/** Friday, 20 November 2026 at 14:02:11 CET */
export function formatExact(moment: Date): string {
  return moment.toLocaleString('en-GB', { dateStyle: 'full', timeStyle: 'long' })
}

/** 1 h 58 m ago; the two largest units, days alone after a week. */
export function formatAgo(moment: Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - moment.getTime()) / 60_000)
  return minutes < 1 ? 'just now' : `${spanWords(minutes)} ago`
}

/** 23 h 12 m left, in whole minutes begun. */
export function formatLeft(moment: Date, now: Date): string {
  const minutes = Math.ceil((moment.getTime() - now.getTime()) / 60_000)
  return minutes < 1 ? 'over now' : `${spanWords(minutes)} left`
}

function spanWords(minutes: number): string {
  if (minutes < 60) return `${minutes} m`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return joinUnits(hours, 'h', minutes % 60, 'm')
  const days = Math.floor(hours / 24)
  return days < 7 ? joinUnits(days, 'd', hours % 24, 'h') : `${days} d`
}

function joinUnits(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large} ${largeUnit}` : `${large} ${largeUnit} ${small} ${smallUnit}`
}
