/**
 * The longest time that a package's words about withdrawals promise, such as "24 hours" or "1 to 2 days"; null for words without
 * a number of hours or days. Business days need a calendar that nobody here has.
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

/** When a withdrawal is later than its member's package promises; null where nothing is promised. */
export function dueAt(createdAt: string, words: string | null): Date | null {
  const hours = words === null ? null : promisedHours(words)
  return hours === null ? null : new Date(Date.parse(createdAt) + hours * 3_600_000)
}
