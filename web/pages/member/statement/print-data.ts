import { getStatement, getStatementSums } from '../../../../contract/endpoints/statement.ts'
import { compare } from '../../../../contract/money.ts'
import type { StatementLine, StatementSums } from '../../../../contract/statement.ts'
import { call } from '../../../lib/api.ts'
import { withoutUndefined } from '../../../lib/query-of.ts'
import { daysOf, type PeriodName } from './period.ts'
import { countOf } from './sums-table.tsx'

/** The most lines on paper, about thirty sheets. The file has all of them. */
export const mostPrintedLines = 1000
const linesPerCall = 100
const attempts = 3

export interface PrintData extends StatementSums {
  /** The newest lines of the period, the newest first. */
  lines: StatementLine[]
}

/**
 * Reads all that a printed statement says. A movement may come between two calls. Paper must add up, so everything is then
 * read again.
 */
export async function loadPrint(period: PeriodName | undefined): Promise<PrintData> {
  for (let attempt = 1; ; attempt += 1) {
    const sums = await call(getStatementSums, { query: daysOf(period) })
    const lines = await readLines(period)
    if (addsUp({ ...sums, lines })) return { ...sums, lines }
    if (attempt === attempts) throw new Error('The statement changed while it was read')
  }
}

function addsUp({ opening_coins: opening, closing_coins: closing, sums, lines }: PrintData): boolean {
  return (
    lines.length === Math.min(countOf(sums), mostPrintedLines) &&
    compare(lines[0]?.balance_after ?? opening, closing) === 0
  )
}

async function readLines(period: PeriodName | undefined): Promise<StatementLine[]> {
  const lines: StatementLine[] = []
  let cursor: string | undefined
  do {
    const query = withoutUndefined({ ...daysOf(period), cursor, limit: linesPerCall })
    const { items, next_cursor: next } = await call(getStatement, { query })
    lines.push(...items)
    cursor = next ?? undefined
  } while (cursor !== undefined && lines.length < mostPrintedLines)
  return lines.slice(0, mostPrintedLines)
}
