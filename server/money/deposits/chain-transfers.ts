import { sql, type RawBuilder } from 'kysely'
import type { ChainTransfer, listChainTransfers as listOperation } from '../../../contract/chain-transfers.ts'
import type { ChainTransferList, RefundCheck } from '../../../contract/endpoints/chain-transfers.ts'
import type { InputOf, OutputOf } from '../../../contract/operation.ts'
import { requestNumber } from '../../../contract/request-number.ts'
import type { Db } from '../../platform/db/client.ts'
import { transactionLink } from './chain-review.ts'
import { findTransfers, isBefore, readPlace, writePlace, type TransferOrder } from './transfer-criteria.ts'
import { toUsdt } from './usdt.ts'

type Buy = NonNullable<ChainTransfer['pays']>
type BuyRow = Omit<Buy, 'number'> & { number: string }

interface Row {
  transaction_hash: string
  log_index: number
  units: string
  from_address: string
  to_address: string
  block_time: string
  place: string
  is_payable: boolean
  is_disputed: boolean
  pays: BuyRow | null
  refund: { hash: string; reason: string; noted_by_name: string; noted_at: string; check: RefundCheck } | null
  suggestions: (BuyRow & { reasons: ChainTransfer['suggestions'][number]['reasons'] })[]
}

/** Lists final transfers to our addresses, the newest first; those with a use by the time of that. */
export async function listChainTransfers(
  db: Db,
  { list, search = '', cursor, limit }: InputOf<typeof listOperation>['query'],
  isWatched: boolean,
): Promise<OutputOf<typeof listOperation>> {
  const order = orders[list]
  const last = cursor === undefined ? undefined : readPlace(cursor)
  const { rows } = await sql<Row>`
    select t.transaction_hash, t.log_index, t.units, t.from_address, t.to_address, t.block_time, ${order[0]}::text as place,
           was_deposit_address(t.to_address, t.block_time)
             and coalesce((select s.token_contract from settings s), t.contract) = t.contract as is_payable,
           a.transaction_hash is null and ${isDisputed} as is_disputed,
           ${selectPays} as pays, ${selectRefund(isWatched)} as refund, ${selectSuggestions} as suggestions
      from ${sources[list]}
     where ${conditions[list]} and ${findTransfers(search)} and ${last === undefined ? sql`true` : isBefore(order, last)}
     order by ${sql.join(order.map((column) => sql`${column} desc`))} limit ${limit + 1}`.execute(db)
  const shown = rows.slice(0, limit)
  const end = shown.at(-1)
  return {
    items: shown.map(toTransfer),
    next_cursor: rows.length > limit && end ? writePlace(end) : null,
    is_watched: isWatched,
  }
}

/** The members who claim a transfer: open buys name it, or they have registered its sender and have an open buy. */
const claimants = sql`(
  select c.user_id, bool_or(c.names) as names from (
    select q.user_id, true as names from ledger.requests q
     where q.transaction_hash is not null and ledger.comparable_hash(q.transaction_hash) = t.transaction_hash and q.status = 'pending'
    union all
    select s.user_id, false from sending_addresses s where s.address = t.from_address
       and exists (select from ledger.requests q where q.user_id = s.user_id and q.kind = 'buy' and q.status = 'pending')) c
   group by c.user_id)`
const isDisputed = sql`(select coalesce(count(*) > 1 and bool_or(m.names), false) from ${claimants} m)`

/** The transfers that open buys name. These are few, and each disputed one is among them. */
const claimed = sql`(
  select c.transaction_hash, c.log_index from ledger.requests q
    join chain_transfers c on c.transaction_hash = ledger.comparable_hash(q.transaction_hash)
   where q.kind = 'buy' and q.status = 'pending' and q.transaction_hash is not null)`

const free = sql`free_transfers f join chain_transfers t on (t.transaction_hash, t.log_index) = (f.transaction_hash, f.log_index)
  left join ledger.allocations a on (a.transaction_hash, a.log_index) = (f.transaction_hash, f.log_index)`
const used = sql`ledger.allocations a join chain_transfers t on (t.transaction_hash, t.log_index) = (a.transaction_hash, a.log_index)`
const sources: Record<ChainTransferList, RawBuilder<unknown>> = {
  unallocated: free,
  disputed: free,
  allocated: used,
  refunded: used,
}
const conditions: Record<ChainTransferList, RawBuilder<unknown>> = {
  unallocated: sql`true`,
  disputed: sql`(f.transaction_hash, f.log_index) in ${claimed} and ${isDisputed}`,
  allocated: sql`a.request_id is not null`,
  refunded: sql`a.refund_hash is not null`,
}
const byBlock: TransferOrder = [sql`f.block_time`, sql`f.transaction_hash`, sql`f.log_index`]
const byUse: TransferOrder = [sql`a.created_at`, sql`a.transaction_hash`, sql`a.log_index`]
const orders: Record<ChainTransferList, TransferOrder> = {
  unallocated: byBlock,
  disputed: byBlock,
  allocated: byUse,
  refunded: byUse,
}

const buyFields = sql`
  'user_id', r.user_id, 'request_id', r.id, 'number', r.number::text, 'full_name', p.full_name, 'member_id', p.member_id,
  'status', r.status, 'usdt_amount', r.usdt_amount::text`

const selectPays = sql`(
  select jsonb_build_object(${buyFields}) from ledger.requests r join profiles p on p.id = r.user_id
   where (r.user_id, r.id) = (a.user_id, a.request_id))`

/** The network has confirmed a refund if its transaction has sent the exact amount of the token back to the sender. */
const selectRefund = (isWatched: boolean) => sql`(
  select jsonb_build_object('hash', a.refund_hash, 'reason', a.reason, 'noted_by_name', p.full_name, 'noted_at', a.created_at,
           'check', case
             when q.outcome = 'failed' then 'failed'
             when q.outcome = 'succeeded' then case when exists (
               select from payout_logs l where l.hash = a.refund_hash and l.is_token and l.to_address = t.from_address and l.units = t.units
                  and l.pays is null) then 'confirmed' else 'differs' end
             when not ${isWatched}::boolean then 'not_checked'
             when q.problem is null then 'waiting' when q.problem = 'unknown' then 'not_found' else 'could_not_check' end)
    from profiles p left join payout_transactions q on q.hash = a.refund_hash
   where p.id = a.noted_by)`

/** The buys that a free transfer may belong to: those that name it, open ones of its amount, and recent ones of its sender's members. */
const selectSuggestions = sql`coalesce((
  select jsonb_agg(s.buy order by s.at desc) from (
    select jsonb_build_object(${buyFields}, 'reasons', f.reasons) as buy, r.created_at as at
      from (select c.user_id, c.id, jsonb_agg(distinct c.reason) as reasons from (
              (select q.user_id, q.id, 'named' as reason from ledger.requests q
                where q.transaction_hash is not null and ledger.comparable_hash(q.transaction_hash) = t.transaction_hash
                order by q.id desc limit 5)
              union all
              (select q.user_id, q.id, 'amount' from ledger.requests q
                where q.kind = 'buy' and q.status = 'pending' and q.usdt_amount = t.units * 0.000001 order by q.id desc limit 5)
              union all
              (select q.user_id, q.id, 'sender' from sending_addresses w join ledger.requests q on q.user_id = w.user_id
                where w.address = t.from_address and q.kind = 'buy' and q.created_at > t.block_time - interval '30 days'
                order by q.id desc limit 5)) c group by 1, 2) f
      join ledger.requests r on (r.user_id, r.id) = (f.user_id, f.id)
      join profiles p on p.id = r.user_id
     where r.kind = 'buy' and a.transaction_hash is null
     order by r.created_at desc limit 5) s), '[]')`

function toTransfer({
  transaction_hash: hash,
  units,
  pays,
  refund,
  suggestions,
  place: _,
  ...row
}: Row): ChainTransfer {
  return {
    ...row,
    hash,
    usdt: toUsdt(units),
    explorer_url: transactionLink(hash),
    pays: pays && withNumber(pays),
    refund: refund && { ...refund, explorer_url: transactionLink(refund.hash) },
    suggestions: suggestions.map(withNumber),
  }
}

function withNumber<Fields extends { number: string }>(buy: Fields): Fields {
  return { ...buy, number: requestNumber('buy', buy.number) }
}
