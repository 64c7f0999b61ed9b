import { sql } from 'kysely'
import type { OwnPayment } from '../../../contract/own-payment.ts'
import type { Db } from '../../platform/db/client.ts'
import { Refusal } from '../../platform/db/refusal.ts'
import { readListState, transactionLink } from './chain-review.ts'
import { toUsdt } from './usdt.ts'

interface Buy {
  user_id: string
  id: string
}

type OwnTransaction = OwnPayment['transactions'][number]

/**
 * Reads what a member may know of the payment of an own buy. A hash that the member has named shows nothing that depends on other
 * members: neither who else claims it, nor if it pays for another request, nor its amount.
 */
export async function readOwnPayment(db: Db, buy: Buy, isChainRead: boolean): Promise<OwnPayment> {
  const request = await db
    .selectFrom('ledger.requests')
    .select('status')
    .where('user_id', '=', buy.user_id)
    .where('id', '=', buy.id)
    .where('kind', '=', 'buy')
    .executeTakeFirst()
  if (!request) throw new Refusal('not_found')
  const final = await readFinal(db, buy, request.status === 'pending')
  const paying = final.filter(({ reason }) => reason === 'pays')
  // The transfers that an approval has named stay on record, also if no provider is set any more.
  if (request.status !== 'pending') return { state: paying.length > 0 ? 'final' : 'not_checked', transactions: paying }
  if (!isChainRead) return { state: 'not_checked', transactions: [] }
  if (final.length > 0) return { state: 'final', transactions: final }
  const seen = await readSeen(db, buy)
  if (seen.length > 0) return { state: 'seen', transactions: seen }
  const { is_fresh: isFresh } = await readListState(db)
  return { state: isFresh ? 'nothing_seen' : 'not_checked', transactions: [] }
}

interface FinalRow {
  transaction_hash: string
  units: string
  block_time: string
  reason: OwnTransaction['reason']
}

/**
 * A registered sender may be an exchange that sends for many people. So its transfers are shown only if they have the exact amount.
 */
async function readFinal(db: Db, { user_id: userId, id }: Buy, isPending: boolean): Promise<OwnTransaction[]> {
  const { rows } = await sql<FinalRow>`
    select e.transaction_hash, e.units, e.block_time, e.reason from (
      select *, case when used_by_request = ${id}::uuid then 'pays' when used is null and strength in ('A', 'B') and amount = 'exact' and named_by_others = 0 then 'suggests'
                     when is_named then 'named' end as reason
        from ledger.deposit_evidence(${userId}::uuid, ${id}::uuid)) e
     where e.reason is not null and (${isPending} or e.reason = 'pays')
     order by e.block_time, e.transaction_hash, e.log_index`.execute(db)
  const transactions = rows.map(({ transaction_hash: hash, units, block_time: at, reason }) => ({
    hash,
    is_final: true,
    reason,
    usdt: reason === 'named' ? null : toUsdt(units),
    block_time: reason === 'named' ? null : at,
    explorer_url: transactionLink(hash),
  }))
  // A hash that was named is shown once, however many transfers to us it has.
  const stronger = new Set(transactions.flatMap(({ hash, reason }) => (reason === 'named' ? [] : [hash])))
  const named = transactions.find(({ hash, reason }) => reason === 'named' && !stronger.has(hash))
  return [...transactions.filter(({ reason }) => reason !== 'named'), ...(named ? [named] : [])]
}

/** Reads the transactions of the lists that are not final: the one that is named, and those of the amount of this open buy alone. */
async function readSeen(db: Db, { user_id: userId, id }: Buy): Promise<OwnTransaction[]> {
  const { rows } = await sql<{ hash: string; is_named: boolean }>`
    select t.hash, coalesce(t.hash = ledger.comparable_hash(r.transaction_hash), false) as is_named
      from ledger.requests r
      join chain_transactions t on t.outcome is null and t.listed_for is not null
       and (t.hash = ledger.comparable_hash(r.transaction_hash)
            or t.hint_units = r.usdt_amount * 1000000 and t.listed_for >= r.created_at
               and not exists (select from ledger.requests o where o.kind = 'buy' and o.status = 'pending'
                                  and o.usdt_amount = r.usdt_amount and o.id <> r.id))
     where r.user_id = ${userId}::uuid and r.id = ${id}::uuid
     order by is_named desc, t.listed_for, t.hash limit 5`.execute(db)
  return rows.map(({ hash, is_named: isNamed }) => ({
    hash,
    is_final: false,
    reason: isNamed ? 'named' : 'suggests',
    usdt: null,
    block_time: null,
    explorer_url: transactionLink(hash),
  }))
}
