import { transactionTypeNames } from '../../../contract/endpoints/transactions.ts'
import type { Db } from '../../platform/db/client.ts'
import type { Period } from './statement.ts'
import { readStatementSums } from './sums.ts'

interface Row {
  name: string
  count: string | null
  coins: string
  valueUsd: string | null
}

/** Returns the sums of a member's statement as a table that adds up, from the opening balance down to the closing one. */
export function exportStatementSums(db: Db, userId: string, period: Period) {
  return { name: 'et-statement-sums', columns, pages: readRows(db, userId, period) }
}

async function* readRows(db: Db, userId: string, period: Period): AsyncGenerator<Row[]> {
  const { opening_coins: opening, closing_coins: closing, sums } = await readStatementSums(db, userId, period)
  yield [
    { name: 'Opening balance', count: null, coins: opening, valueUsd: null },
    ...sums.map(({ type, count, coins, value_usd: valueUsd }) => ({
      name: transactionTypeNames[type],
      count: String(count),
      coins,
      valueUsd,
    })),
    { name: 'Closing balance', count: null, coins: closing, valueUsd: null },
  ]
}

const columns: { header: string; read: (row: Row) => string | null }[] = [
  { header: 'Type', read: ({ name }) => name },
  { header: 'Movements', read: ({ count }) => count },
  { header: 'Coins (ET)', read: ({ coins }) => coins },
  { header: 'Value (USD)', read: ({ valueUsd }) => valueUsd },
]
