import { sql, type RawBuilder } from 'kysely'
import type { RequestKind } from '../../../contract/requests.ts'
import { requestNumber } from '../../../contract/request-number.ts'
import type { Statement, StatementLine } from '../../../contract/statement.ts'
import type { Db } from '../../platform/db/client.ts'
import { Refusal } from '../../platform/db/refusal.ts'
import { endOfDay, startOfDay } from '../transactions/conditions.ts'

/** The first and the last day of a statement, in UTC. */
export interface Period {
  from?: string | undefined
  to?: string | undefined
}

interface PageOfPeriod extends Period {
  cursor?: string | undefined
  limit: number
}

interface Row extends Omit<StatementLine, 'other' | 'request'> {
  version: string
  other_name: string | null
  other_member_id: string | null
  request_id: string | null
  kind: RequestKind | null
  number: string | null
}

/**
 * Reads a page of a member's statement. Each query reads the index lines_by_time from the wanted place, so a long history
 * costs no more than a short one.
 */
export async function readStatement(db: Db, userId: string, page: PageOfPeriod): Promise<Statement> {
  const [ends, lines] = await Promise.all([readEnds(db, userId, page), listLines(db, userId, page)])
  return { ...ends, ...lines }
}

/** Lists the lines of a period, the newest first. The cursor is the number of the last line that the reader has. */
export async function listLines(
  db: Db,
  userId: string,
  { from, to, cursor, limit }: PageOfPeriod,
): Promise<Pick<Statement, 'items' | 'next_cursor'>> {
  const isAfterCursor =
    cursor === undefined
      ? sql`true`
      : sql`(l.created_at, l.version) < ((select c.created_at from ledger.lines c where c.user_id = ${userId} and c.version = ${versionOf(cursor)}::bigint),
             ${versionOf(cursor)}::bigint)`
  const { rows } = await sql<Row>`
    select l.id, l.version, l.type, l.created_at, l.available_delta + l.locked_delta as coins, l.rate,
           round(abs(l.available_delta + l.locked_delta) * l.rate, 2) as value_usd,
           l.available_after + l.locked_after as balance_after, other.full_name as other_name,
           case when m.leg in ('transfer', 'reverse_transfer') then other.member_id end as other_member_id, r.id as request_id, r.kind, r.number,
           coalesce(m.reason, v.reason) as reason
      from ledger.lines l
      join ledger.movements m on m.user_id = l.movement_user_id and m.id = l.movement_id
      left join ledger.debts d on d.user_id = m.user_id and d.id = m.debt_id
      left join ledger.requests r
        on r.user_id = coalesce(d.owner_id, m.user_id) and r.id = coalesce(d.request_id, m.request_id) and r.user_id = l.user_id
      left join ledger.reversals v
        on v.user_id = coalesce(d.owner_id, m.user_id) and v.request_id = coalesce(d.request_id, m.request_id)
       and (m.debt_id is not null or m.leg like 'reverse%')
      left join profiles other
        on other.id = case when l.type = 'TRANSFER_OUT' then m.credit_id when m.leg = 'reverse_transfer' and m.credit_id = l.user_id then m.debit_id
                           when d.owner_id <> l.user_id then d.owner_id when m.user_id <> l.user_id then m.user_id end
     where l.user_id = ${userId} and l.type is not null and ${isWithin({ from, to })} and ${isAfterCursor}
     order by l.created_at desc, l.version desc limit ${limit + 1}`.execute(db)
  const shown = rows.slice(0, limit)
  return { items: shown.map(toLine), next_cursor: rows.length > limit ? (shown.at(-1)?.version ?? null) : null }
}

/** Reads the balances before the first and after the last line of a period. */
export async function readEnds(
  db: Db,
  userId: string,
  { from, to }: Period,
): Promise<Pick<Statement, 'opening_coins' | 'closing_coins'>> {
  const balanceBefore = (end: RawBuilder<unknown>) => sql<string>`coalesce((
    select l.available_after + l.locked_after from ledger.lines l
     where l.user_id = ${userId} and l.type is not null and l.created_at < ${end}
     order by l.created_at desc, l.version desc limit 1), 0)`
  const { rows } = await sql<{ opening_coins: string; closing_coins: string }>`
    select ${from === undefined ? sql`0::numeric` : balanceBefore(startOfDay(from))} as opening_coins,
           ${balanceBefore(to === undefined ? sql`'infinity'::timestamptz` : endOfDay(to))} as closing_coins`.execute(
    db,
  )
  return rows[0] ?? { opening_coins: '0', closing_coins: '0' }
}

/** Returns the condition that a row of ledger.lines, named l, is of the period. */
export function isWithin({ from, to }: Period): RawBuilder<unknown> {
  const begins = from === undefined ? sql`true` : sql`l.created_at >= ${startOfDay(from)}`
  const ends = to === undefined ? sql`true` : sql`l.created_at < ${endOfDay(to)}`
  return sql`${begins} and ${ends}`
}

function versionOf(cursor: string): string {
  if (!/^[1-9]\d{0,17}$/.test(cursor)) throw new Refusal('invalid_request')
  return cursor
}

function toLine({ version: _, other_name, other_member_id, request_id, kind, number, ...line }: Row): StatementLine {
  return {
    ...line,
    other: other_name === null ? null : { full_name: other_name, member_id: other_member_id },
    request: request_id && kind && number ? { id: request_id, number: requestNumber(kind, number) } : null,
  }
}
