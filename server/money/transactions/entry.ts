import type { OutputOf } from '../../../contract/operation.ts'
import type { listTransactions } from '../../../contract/transactions.ts'

/** A transaction as the lists show it. */
export type TransactionEntry = OutputOf<typeof listTransactions>['items'][number]

/** Returns the entry without the columns that a query needs for itself. */
export function toEntry({
  id,
  user_id,
  type,
  amount,
  rate,
  total_usd_value,
  balance_after,
  ...row
}: TransactionEntry): TransactionEntry {
  const { created_at, full_name, email, member_id } = row
  return { id, user_id, type, amount, rate, total_usd_value, balance_after, created_at, full_name, email, member_id }
}
