import { sql } from 'kysely'
import type { InputOf, OutputOf } from '../../contract/operation.ts'
import type { listTransactions as operation } from '../../contract/transactions.ts'
import type { Db } from '../db/client.ts'
import { decodeCursor, toPage, type Page } from '../db/page.ts'
import { conditionOf } from './conditions.ts'

type Entry = OutputOf<typeof operation>['items'][number]

export async function listTransactions(
  db: Db,
  { order, cursor, limit, ...filter }: InputOf<typeof operation>['query'],
): Promise<Page<Entry>> {
  const isAscending = order === 'asc'
  const beyond = isAscending ? sql`>` : sql`<`
  const direction = isAscending ? sql`asc` : sql`desc`
  const { rows } = await sql<Entry>`
    select t.id, t.user_id, t.type, t.amount, t.rate, t.total_usd_value, t.balance_after, t.created_at, p.full_name, p.email, p.member_id
      from (select * from transactions where ${conditionOf(filter)} ${cursor === undefined ? sql`` : sql`and id ${beyond} ${decodeCursor(cursor)}::uuid`}
             order by id ${direction} limit ${limit + 1}) t
      join profiles p on p.id = t.user_id order by t.id ${direction}`.execute(db)
  return toPage(rows, limit, (row) => row)
}
