/** 20 Nov, 14:02; with the year if it is not this year. */
export function formatMoment(moment: Date, now: Date): string {
  const isThisYear = moment.getFullYear() === now.getFullYear()
  const day = moment.toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    ...(!isThisYear && { year: 'numeric' }),
  })
  const time = moment.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
  return `${day}, ${time}`
}

/** Friday, 20 November 2026 at 14:02:11 CET */
export function formatExact(moment: Date): string {
  return moment.toLocaleString('en-GB', { dateStyle: 'full', timeStyle: 'long' })
}

/** 1 h 58 m ago; the two largest units, days alone after a week. */
export function formatAgo(moment: Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - moment.getTime()) / 60_000)
  if (minutes < 1) return 'just now'
  if (minutes < 60) return `${minutes} m ago`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return joinUnits(hours, 'h', minutes % 60, 'm')
  const days = Math.floor(hours / 24)
  if (days < 7) return joinUnits(days, 'd', hours % 24, 'h')
  return `${days} d ago`
}

function joinUnits(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large} ${largeUnit} ago` : `${large} ${largeUnit} ${small} ${smallUnit} ago`
}
