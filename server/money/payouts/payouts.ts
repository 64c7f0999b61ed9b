import { sql, type RawBuilder } from 'kysely'
import type { PayoutCheck, PayoutList } from '../../../contract/endpoints/payouts.ts'
import type { InputOf, OutputOf } from '../../../contract/operation.ts'
import type { getPayout, listPayouts as listOperation, Payout, PayoutTotals } from '../../../contract/payouts.ts'
import { requestNumber } from '../../../contract/request-number.ts'
import { hasProvider, type ChainConfig } from '../../platform/chain/open-chain.ts'
import type { Db } from '../../platform/db/client.ts'
import { decodeKeyCursor, encodeKeyCursor } from '../../platform/db/key-cursor.ts'
import type { Page } from '../../platform/db/page.ts'
import { Refusal } from '../../platform/db/refusal.ts'

export interface PayoutReader {
  db: Db
  /** True if a provider of the network is set. */
  isWatched: boolean
}

export function createPayoutReader({ db, config }: { db: Db; config: ChainConfig }): PayoutReader {
  return { db, isWatched: hasProvider(config) }
}

type Columns = Omit<Payout, 'number' | 'check'>
interface Row extends Columns {
  number: string
  /** The place in the list: the time of the state as the database writes it. */
  since_text: string
  problem: string | null
  is_checkable: boolean
}

const selectPayouts = sql`
  select p.user_id, p.request_id, r.number, owner.full_name, owner.member_id, p.state, p.wallet_address, p.usdt_amount,
         r.decided_at as approved_at, p.since, p.since::text as since_text, p.hash, t.asked_at, t.problem, p.finding,
         (p.found_units / 1000000)::numeric(78, 6) as found_amount, p.failures, p.failure, ledger.is_tron_address(p.wallet_address) as is_checkable,
         exists (select from member_stops s where s.user_id = p.user_id and s.lifted_at is null) as is_stopped
    from ledger.payouts p
    join ledger.requests r on r.user_id = p.user_id and r.id = p.request_id
    join profiles owner on owner.id = p.user_id
    left join public.payout_transactions t on t.hash = p.hash`

/** The condition of each list, in the words of its index. */
const conditions: Record<PayoutList, RawBuilder<unknown>> = {
  to_pay: sql`p.state = 'to_pay'`,
  sent: sql`p.state = 'sent'`,
  flagged: sql`p.finding is not null`,
  confirmed: sql`p.state = 'confirmed'`,
}
const timeForm = /^[\d :.+-]{20,40}$/

/** Lists payouts, the oldest first, those that are confirmed the newest first. */
export async function listPayouts(
  { db, isWatched }: PayoutReader,
  { list, cursor, limit }: InputOf<typeof listOperation>['query'],
): Promise<Page<Payout>> {
  const isNewest = list === 'confirmed'
  const last = cursor === undefined ? undefined : decodeKeyCursor(cursor, timeForm)
  const isAfter =
    last === undefined
      ? sql`true`
      : sql`(p.since, p.request_id) ${isNewest ? sql`<` : sql`>`} (${last.key}::timestamptz, ${last.id}::uuid)`
  const direction = isNewest ? sql`desc` : sql`asc`
  const { rows } = await sql<Row>`${selectPayouts} where ${conditions[list]} and ${isAfter}
    order by p.since ${direction}, p.request_id ${direction} limit ${limit + 1}`.execute(db)
  const shown = rows.slice(0, limit)
  const end = shown.at(-1)
  return {
    items: shown.map((row) => toPayout(row, isWatched)),
    next_cursor: rows.length > limit && end ? encodeKeyCursor({ key: end.since_text, id: end.request_id }) : null,
  }
}

/** Reads the payouts of these requests, by the ids of the requests. */
export async function readPayouts(
  { db, isWatched }: PayoutReader,
  ids: { userId: string; requestId: string }[],
): Promise<Map<string, Payout>> {
  const { rows } = await sql<Row>`${selectPayouts}
    where (p.user_id, p.request_id) in (
      select * from unnest(${ids.map(({ userId }) => userId)}::uuid[], ${ids.map(({ requestId }) => requestId)}::uuid[]))`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.request_id, toPayout(row, isWatched)]))
}

/**
 * Reads the payouts that are due, for a file: those of these numbers, or the oldest. Flagged and stopped ones are left out, and those of
 * accounts that the verifier has stopped.
 */
export async function readDuePayouts(
  { db, isWatched }: PayoutReader,
  { numbers, limit }: { numbers: string[] | undefined; limit: number },
): Promise<Payout[]> {
  const isChosen = numbers === undefined ? sql`true` : sql`r.number = any(${numbers}::bigint[])`
  const { rows } = await sql<Row>`${selectPayouts}
    where p.state = 'to_pay' and p.finding is null and ${isChosen}
      and not exists (select from member_stops s where s.user_id = p.user_id and s.lifted_at is null)
      and not exists (select from ledger.findings f where f.released_at is null
                         and (f.stops = 'platform' or f.stops = 'account' and f.account_id = p.user_id))
    order by p.since, p.request_id limit ${limit}`.execute(db)
  return rows.map((row) => toPayout(row, isWatched))
}

export async function readPayout(
  reader: PayoutReader,
  { userId, requestId }: { userId: string; requestId: string },
): Promise<OutputOf<typeof getPayout>> {
  const payout = (await readPayouts(reader, [{ userId, requestId }])).get(requestId)
  if (!payout) throw new Refusal('not_found')
  const { rows } = await sql<OutputOf<typeof getPayout>['events'][number]>`
    select e.action, a.full_name as actor_name, e.hash, case when e.action <> 'flagged' then e.detail end as detail,
           case when e.action = 'flagged' then e.detail end as finding, e.created_at
      from ledger.payout_events e left join profiles a on a.id = e.actor_id
     where e.user_id = ${userId} and e.request_id = ${requestId} order by e.id desc limit 100`.execute(reader.db)
  return { payout, events: rows }
}

/**
 * Reads the sums of the desk. Those that are due or flagged are few and summed by their indexes. The database keeps the sums of the
 * others, which grow for ever.
 */
export async function readPayoutTotals({ db, isWatched }: PayoutReader): Promise<PayoutTotals> {
  const { rows } = await sql<{
    list: Exclude<keyof PayoutTotals, 'oldest_to_pay' | 'is_watched'>
    count: number
    usdt: string
  }>`
    select 'to_pay' as list, count(*)::integer as count, coalesce(sum(usdt_amount), 0) as usdt from ledger.payouts where state = 'to_pay'
    union all select 'flagged', count(*)::integer, coalesce(sum(usdt_amount), 0) from ledger.payouts where finding is not null
    union all select state, payouts::integer, usdt_amount from ledger.payout_totals`.execute(db)
  const oldest = await sql<{ since: string }>`
    select since from ledger.payouts where state = 'to_pay' order by since, request_id limit 1`.execute(db)
  const of = (list: string) => {
    const { count = 0, usdt = '0' } = rows.find((row) => row.list === list) ?? {}
    return { count, usdt }
  }
  return {
    to_pay: of('to_pay'),
    sent: of('sent'),
    flagged: of('flagged'),
    confirmed: of('confirmed'),
    untracked: of('untracked'),
    oldest_to_pay: oldest.rows[0]?.since ?? null,
    is_watched: isWatched,
  }
}

function toPayout(row: Row, isWatched: boolean): Payout {
  return { ...row, number: requestNumber('withdrawal', row.number), check: checkOf(row, isWatched) }
}

/** Tells apart what the network has said, what it has not been asked, and what it could not be asked. */
function checkOf(
  { state, hash, finding, problem, is_checkable: isCheckable }: Row,
  isWatched: boolean,
): PayoutCheck | null {
  if (finding !== null) return 'flagged'
  if (hash === null) return null
  if (state === 'confirmed') return 'confirmed'
  if (!isCheckable) return 'other_network'
  if (!isWatched) return 'not_checked'
  if (problem === null) return 'waiting'
  return problem === 'unknown' ? 'not_found' : 'could_not_check'
}
