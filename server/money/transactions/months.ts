import type { TransactionCriteria } from './transaction-criteria.ts'

export interface Months {
  /** The first day of each month. */
  firstDays: string[]
  /** True when the filter covers all days of these months. */
  areWhole: boolean
}

/**
 * The most scans of a query. Each type and month needs one. Beyond this number, the days cover so many rows that a walk
 * meets them soon.
 */
const mostScans = 32

/**
 * Returns the UTC months of a filter that has days; each month has an index of its own. Undefined without days, or with
 * too many.
 */
export function monthsOf({ types, from, to }: Pick<TransactionCriteria, 'types' | 'from' | 'to'>): Months | undefined {
  if (from === undefined) return undefined
  // No transaction is dated later than today. The extra day allows for a clock that is ahead.
  const tomorrow = toDay(Date.now() + dayMs)
  const isOver = to !== undefined && to < tomorrow
  const last = isOver ? to : tomorrow
  const firstDays: string[] = []
  for (let first = `${from.slice(0, 7)}-01`; first <= last; first = nextMonth(first)) {
    firstDays.push(first)
    if (firstDays.length * types.length > mostScans) return undefined
  }
  const endsWhole = !isOver || toDay(Date.parse(last) + dayMs).endsWith('-01')
  return { firstDays, areWhole: from.endsWith('-01') && endsWhole }
}

const dayMs = 86_400_000

function nextMonth(first: string): string {
  return `${toDay(Date.parse(first) + 31 * dayMs).slice(0, 7)}-01`
}

function toDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}
