/**
 * Returns the longest time in hours that a package's words about withdrawals promise, such as "24 hours" or "1 to 2
 * days". Returns null for words without a number of hours or days, and for business days, as the platform has no
 * calendar of them.
 */
export function promisedHours(words: string): number | null {
  if (/business|working|werktag|arbeitstag|bankarbeitstag/i.test(words)) return null
  const found = [...words.matchAll(duration)].map(([, number = '', unit = '']) => {
    const hours = Number(number.replace(',', '.'))
    return /^[dt]/i.test(unit) ? hours * 24 : hours
  })
  return found.length === 0 ? null : Math.max(...found)
}

const duration =
  /(\d{1,4}(?:[.,]\d)?)\s*-?\s*(h|hrs?|hours?|std|stunden?|d|days?|tage?n?)(?![a-z\u00e4\u00f6\u00fc\u00df])/gi

/**
 * Returns the moment at which a withdrawal becomes later than its member's package promises; null without a promise.
 */
export function dueAt(createdAt: string, words: string | null): Date | null {
  const hours = words === null ? null : promisedHours(words)
  return hours === null ? null : new Date(Date.parse(createdAt) + hours * 3_600_000)
}
