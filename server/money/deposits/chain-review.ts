import { sql } from 'kysely'
import type { ChainCandidate, ChainReview } from '../../../contract/chain-review.ts'
import type { Db } from '../../platform/db/client.ts'
import { toUsdt } from './usdt.ts'

interface Buy {
  user_id: string
  id: string
}

/** A list that was not read for so long says nothing about what is new. */
const freshMinutes = 3

/** Reads what the chain says about a buy. Without a provider, nothing is checked. */
export async function readChainReview(db: Db, buy: Buy, isChainRead: boolean): Promise<ChainReview> {
  if (!isChainRead) return { state: 'not_checked', read_at: null, named: null, transfers: [] }
  const [transfers, { read_at: readAt, is_fresh: isFresh, named }] = await Promise.all([
    readCandidates(db, buy),
    readState(db, buy),
  ])
  const isUnread = !isFresh || named?.state === 'not_possible'
  const state = transfers.length > 0 ? 'found' : isUnread ? 'not_possible' : 'nothing_found'
  return { state, read_at: readAt, named, transfers }
}

/** Returns the explorer's page of a transaction. */
export function transactionLink(hash: string): string {
  return `https://tronscan.org/#/transaction/${hash}`
}

interface Row extends Omit<ChainCandidate, 'hash' | 'usdt' | 'explorer_url' | 'used'> {
  transaction_hash: string
  units: string
  used: 'request' | 'refund' | null
  used_by_request: string | null
}

async function readCandidates(db: Db, buy: Buy): Promise<ChainCandidate[]> {
  const { rows } = await sql<Row>`
    select transaction_hash, log_index, units, from_address, block_time, amount, is_right_address, timing, sender, is_named,
           named_by_others, same_amount_open, strength, used, used_by_request
      from ledger.deposit_evidence(${buy.user_id}::uuid, ${buy.id}::uuid)`.execute(db)
  return rows.map(({ transaction_hash: hash, units, used, used_by_request: usedBy, ...row }) => ({
    ...row,
    hash,
    usdt: toUsdt(units),
    explorer_url: transactionLink(hash),
    used: used === 'request' ? (usedBy === buy.id ? 'this' : 'other') : used,
  }))
}

interface State {
  read_at: string | null
  is_fresh: boolean
  named: ChainReview['named']
}

/** Reads if the list of payments to the deposit address of today was read to its end lately, and when. */
export async function readListState(db: Db): Promise<Pick<State, 'read_at' | 'is_fresh'>> {
  const { rows } = await sql<Pick<State, 'read_at' | 'is_fresh'>>`
    select s.read_at, coalesce(s.read_at > now() - make_interval(mins => ${freshMinutes}), false) as is_fresh
      from (select max(w.ended_at) as read_at from chain_sweeps w
              join deposit_addresses d on d.address = w.address and d.replaced_at is null
             where w.sweep = 'recent') s`.execute(db)
  return rows[0] ?? { read_at: null, is_fresh: false }
}

async function readState(db: Db, buy: Buy): Promise<State> {
  const [read, named] = await Promise.all([readListState(db), readNamed(db, buy)])
  return { ...read, named }
}

async function readNamed(db: Db, buy: Buy): Promise<ChainReview['named']> {
  const { rows } = await sql<{ hash: string; state: NonNullable<ChainReview['named']>['state'] }>`
    select named.hash,
           case when exists (select from chain_transfers c where c.transaction_hash = named.hash) then 'found'
                when t.outcome = 'failed' then 'failed' when t.outcome = 'succeeded' then 'elsewhere'
                when t.problem is null then 'waiting' when t.problem = 'unknown' then 'unknown' else 'not_possible' end as state
      from (select ledger.comparable_hash(r.transaction_hash) as hash
              from ledger.requests r where r.user_id = ${buy.user_id} and r.id = ${buy.id}) named
      left join chain_transactions t on t.hash = named.hash
     where named.hash ~ '^[0-9a-f]{64}$'`.execute(db)
  const [row] = rows
  return row ? { state: row.state, explorer_url: transactionLink(row.hash) } : null
}
