import { sql, type RawBuilder } from 'kysely'
import type { CallBudget } from '../../platform/chain/call-budget.ts'
import type { Db } from '../../platform/db/client.ts'
import { hasPayoutQuestion } from '../payouts/payout-questions.ts'

/** The time as the statements of the watcher take it: now() of the database, or the time of a test. */
export type Clock = () => RawBuilder<string>

export interface WatchDeps {
  db: Db
  now: Clock
  /** Names this server among those that share the database. */
  holder: string
}

/** A lease is renewed by each call to a provider, and a call takes ten seconds at most. */
const leaseSeconds = 30
/** The chain is watched so much longer than a buy waits, for a payment that is sent late. */
const afterwardsMinutes = 15

/**
 * Takes or renews the right to watch the chain. Returns undefined while another server has it, or while nothing waits: no buy for
 * its payment, and no payout that was sent for its check. A server that dies loses it when its lease ends.
 */
export async function claimWatch({ db, now, holder }: WatchDeps): Promise<{ awaitsDeposits: boolean } | undefined> {
  const { rows } = await sql<{ awaitsDeposits: boolean }>`
    update chain_watch w
       set holder = ${holder}, lease_until = ${now()} + make_interval(secs => ${leaseSeconds}),
           waiting_until = case when buy.waits then ${now()} + make_interval(mins => ${afterwardsMinutes})
                                else w.waiting_until end
      from (select exists (select from ledger.requests where kind = 'buy' and status = 'pending') as waits) buy,
           (select ${hasPayoutQuestion(now())} as waits) payout
     where (w.holder is null or w.holder = ${holder} or w.lease_until <= ${now()})
       and (buy.waits or w.waiting_until > ${now()} or payout.waits)
    returning coalesce(w.waiting_until > ${now()}, false) as "awaitsDeposits"`.execute(db)
  return rows[0]
}

/** Ends the lease, so that another server can go on at once. */
export async function releaseWatch({ db, now, holder }: WatchDeps): Promise<void> {
  await sql`update chain_watch set lease_until = ${now()} where holder = ${holder}`.execute(db)
}

/**
 * Creates the budget of all servers together: in no minute do they send more calls than chain_calls has rows. A call also
 * renews the lease, and is refused to a server that has lost it.
 */
export function createWatchBudget({ db, now, holder }: WatchDeps): CallBudget {
  return {
    async take() {
      const { rows } = await sql`
        with lease as (
          update chain_watch set lease_until = ${now()} + make_interval(secs => ${leaseSeconds})
           where holder = ${holder} and lease_until > ${now()} returning true)
        update chain_calls set used_at = ${now()}
         where slot = (select slot from chain_calls where used_at <= ${now()} - interval '1 minute'
                        order by used_at, slot limit 1)
           and exists (select from lease)
        returning slot`.execute(db)
      return rows.length > 0
    },
  }
}
