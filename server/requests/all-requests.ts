import { sql } from 'kysely'
import type { listAllRequests as operation } from '../../contract/all-requests.ts'
import type { InputOf } from '../../contract/operation.ts'
import type { Request } from '../../contract/requests.ts'
import type { Db } from '../db/client.ts'
import { decodeCursor, toPage, type Page } from '../db/page.ts'
import { readSearch } from '../member-search/member-search.ts'
import { selectRequests, toRequest } from './request-rows.ts'

type Query = InputOf<typeof operation>['query']

export async function listAllRequests(db: Db, { order, cursor, limit, ...filter }: Query): Promise<Page<Request>> {
  const isOldest = order === 'oldest'
  let rows = selectRequests(db)
    .orderBy('r.id', isOldest ? 'asc' : 'desc')
    .limit(limit + 1)
  if (filter.kind) rows = rows.where('r.kind', '=', filter.kind)
  if (filter.status) rows = rows.where('r.status', '=', filter.status)
  if (filter.user_id) rows = rows.where('r.user_id', '=', filter.user_id)
  if (filter.from) rows = rows.where(sql<boolean>`r.created_at >= ${filter.from}::timestamp at time zone 'UTC'`)
  if (filter.to)
    rows = rows.where(sql<boolean>`r.created_at < (${filter.to}::timestamp + interval '1 day') at time zone 'UTC'`)
  const search = readSearch(filter.search)
  if (search) rows = rows.where(sql<boolean>`r.user_id in (select id from profiles where ${search.isFound})`)
  if (cursor !== undefined) rows = rows.where('r.id', isOldest ? '>' : '<', decodeCursor(cursor))
  return toPage(await rows.execute(), limit, (row) => toRequest(row, 'admin'))
}
