import { sql, type RawBuilder } from 'kysely'

/** A transaction that was replaced, or noted as failed, is still asked for so long. A network takes none that is older than a day. */
const afterwardsDays = 3

/**
 * Selects the transactions that are to be looked up now: those of payouts that were sent, and for a while those that were taken back,
 * which may pay after all, and those of transfers that were sent back.
 */
export const payoutQuestions = (now: RawBuilder<string>): RawBuilder<unknown> => sql`
  select t.hash, t.attempts, t.due_at from public.payout_transactions t
   where t.outcome is null and t.due_at <= ${now}
     and (exists (select from ledger.payouts p
                   where p.hash = t.hash and p.state = 'sent' and ledger.is_tron_address(p.wallet_address))
          or exists (select from ledger.payout_events e join ledger.payouts p on (p.user_id, p.request_id) = (e.user_id, e.request_id)
                      where e.hash = t.hash and e.created_at > ${now} - make_interval(days => ${afterwardsDays})
                        and p.state in ('to_pay', 'sent') and ledger.is_tron_address(p.wallet_address))
          or exists (select from ledger.allocations a where a.refund_hash = t.hash))
   order by t.due_at, t.hash`

/** True if a payout waits for an answer of the chain, and may be asked for now. */
export const hasPayoutQuestion = (now: RawBuilder<string>): RawBuilder<unknown> =>
  sql`exists (${payoutQuestions(now)} limit 1)`
