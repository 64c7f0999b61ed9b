import { sql } from 'kysely'
import type { Tx } from '../../../server/platform/db/client.ts'

/**
 * Reads all balances, all open requests and the whole journal in the caller's snapshot, and returns a sentence for each sum that is wrong:
 * the coins of all members, the coins of the journal and those of the totals are equal, no balance is negative, locked coins are
 * those of open requests, and the lines of each account are numbered without a gap and come to its balances.
 */
export async function findWrongSums(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ held: string; issued: string; journal: string; wrong: string[] }>`
    with waiting as (
      select user_id, sum(amount_coins) as coins from ledger.requests where status = 'pending' and kind <> 'buy' group by 1),
    statements as (
      select user_id, count(*) as lines, max(version) as newest, sum(available_delta) as available, sum(locked_delta) as locked
        from ledger.lines group by 1)
    select (select trim_scale(sum(available + locked)) from ledger.accounts)::text as held,
           (select trim_scale(coins) from ledger.issued_by_totals)::text as issued,
           (select trim_scale(sum(case when leg in ('buy', 'bonus', 'referral', 'adjustment_in') then amount
                                       when leg in ('withdrawal', 'adjustment_out') then -amount end))
              from ledger.movements)::text as journal,
           array(select 'the account ' || a.user_id || ' is wrong'
                   from ledger.accounts a left join waiting w using (user_id) left join statements s using (user_id)
                  where a.available < 0 or a.locked < 0 or a.locked <> coalesce(w.coins, 0)
                     or (a.version, a.version, a.available, a.locked) is distinct from
                        (coalesce(s.lines, 0), coalesce(s.newest, 0), coalesce(s.available, 0), coalesce(s.locked, 0))) as wrong
    `.execute(tx)
  return rows.flatMap(({ held, issued, journal, wrong }) => [
    ...wrong,
    ...(held === issued && held === journal
      ? []
      : [`members hold ${held}, totals say ${issued}, the journal ${journal}`]),
  ])
}
