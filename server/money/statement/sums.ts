import { sql } from 'kysely'
import { transactionTypes } from '../../../contract/endpoints/transactions.ts'
import type { StatementSums } from '../../../contract/statement.ts'
import type { Db } from '../../platform/db/client.ts'
import { inSnapshot } from '../../platform/db/transaction.ts'
import { isWithin, readEnds, type Period } from './statement.ts'

/**
 * Adds up a member's lines of a period by type. The sums and the balances at both ends are of one moment, so the sums are
 * exactly the change from one to the other.
 */
export async function readStatementSums(db: Db, userId: string, period: Period): Promise<StatementSums> {
  return inSnapshot(db, async (tx) => {
    const { rows } = await sql<StatementSums['sums'][number]>`
      select l.type, count(*)::int as count, sum(l.available_delta + l.locked_delta) as coins,
             sum(round(abs(l.available_delta + l.locked_delta) * l.rate, 2)) as value_usd
        from ledger.lines l
       where l.user_id = ${userId} and l.type is not null and ${isWithin(period)}
       group by l.type`.execute(tx)
    const ends = await readEnds(tx, userId, period)
    return { ...ends, sums: rows.toSorted((a, b) => placeOf(a) - placeOf(b)) }
  })
}

const placeOf = ({ type }: StatementSums['sums'][number]) => transactionTypes.indexOf(type)
