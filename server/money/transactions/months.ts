import type { TransactionCriteria } from './transaction-criteria.ts'

export interface Months {
  /** Their first days. */
  firsts: string[]
  /** Whether the days that are asked for are all of theirs. */
  areWhole: boolean
}

/** Each type and month is a scan of its own. Where these would be too many, the days are enough of all to be met on a walk. */
const mostScans = 32

/** The months of UTC that have an index of their own to be listed by; undefined where no days are asked for, or too many. */
export function monthsOf({ types, from, to }: Pick<TransactionCriteria, 'types' | 'from' | 'to'>): Months | undefined {
  if (from === undefined) return undefined
  // No transaction is of later than today, whatever clock dates it.
  const tomorrow = toDay(Date.now() + dayMs)
  const isOver = to !== undefined && to < tomorrow
  const last = isOver ? to : tomorrow
  const firsts: string[] = []
  for (let first = `${from.slice(0, 7)}-01`; first <= last; first = nextMonth(first)) {
    firsts.push(first)
    if (firsts.length * types.length > mostScans) return undefined
  }
  const endsWhole = !isOver || toDay(Date.parse(last) + dayMs).endsWith('-01')
  return { firsts, areWhole: from.endsWith('-01') && endsWhole }
}

const dayMs = 86_400_000

function nextMonth(first: string): string {
  return `${toDay(Date.parse(first) + 31 * dayMs).slice(0, 7)}-01`
}

function toDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}
