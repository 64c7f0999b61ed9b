import { sql, type RawBuilder } from 'kysely'
import type { getAllRequestTotals } from '../../../contract/admin-request-list.ts'
import type { InputOf } from '../../../contract/operation.ts'
import { readRequestNumber } from '../../../contract/request-number.ts'
import { requestKinds, requestStatuses } from '../../../contract/endpoints/requests.ts'
import type { RequestKind, RequestStatus } from '../../../contract/requests.ts'
import type { Db } from '../../platform/db/client.ts'
import { findMembers, isFoundMember, readMemberSearch, type FoundMembers } from '../../accounts/users/member-search.ts'

export type Filter = InputOf<typeof getAllRequestTotals>['query']

export interface RequestCriteria {
  kinds: readonly RequestKind[]
  statuses: readonly RequestStatus[]
  /** Undefined for all members. */
  members: FoundMembers | undefined
  /** The id of the only request to find, when the search is a number. */
  id: string | undefined
  /** Days of UTC, both ends included. */
  from: string | undefined
  to: string | undefined
}

export async function readRequestCriteria(db: Db, filter: Filter): Promise<RequestCriteria> {
  const { kind, status, from, to } = filter
  const kinds = kind ? [kind] : requestKinds
  const statuses = status ? [status] : requestStatuses
  const named = await findByNumber(db, filter.search)
  const members = named ? { ids: isOf(filter, named.user_id) ? [named.user_id] : [] } : await readMembers(db, filter)
  return { kinds, statuses, members, id: named?.id, from, to }
}

/**
 * Finds the request with the number that a text spells. Returns undefined for other texts, which may be a part of a
 * name.
 */
export async function findByNumber(db: Db, text = ''): Promise<{ id: string; user_id: string } | undefined> {
  const number = readRequestNumber(text)
  if (!number) return undefined
  return db
    .selectFrom('ledger.requests')
    .select(['id', 'user_id'])
    .where('number', '=', number.value)
    .where('kind', '=', number.kind)
    .executeTakeFirst()
}

function isOf({ user_id: userId }: Filter, ownerId: string): boolean {
  return userId === undefined || userId === ownerId
}

async function readMembers(db: Db, { search: words, user_id: userId }: Filter): Promise<FoundMembers | undefined> {
  const search = readMemberSearch(words)
  if (userId === undefined) return search && findMembers(db, search)
  const isFound = !search || (await isFoundMember(db, search, userId))
  return { ids: isFound ? [userId] : [] }
}

/** Returns the condition on kind and status. */
export function isOfKinds({ kinds, statuses }: RequestCriteria): RawBuilder<boolean> {
  return sql<boolean>`(kind = any(${sql.val([...kinds])}::text[]) and status = any(${sql.val([...statuses])}::text[]))`
}

const hourMs = 3_600_000

/**
 * Returns the condition on the days, and on the id if a number was searched for. Ids are in the order of time, so an
 * index by id serves the days as well. The bounds on the id are an hour wider: an id is made a while after the
 * beginning of its transaction, which dates the request.
 */
export function isWithin({ id, from, to }: Pick<RequestCriteria, 'id' | 'from' | 'to'>): RawBuilder<boolean> {
  const begin = from === undefined ? undefined : Date.parse(from)
  const end = to === undefined ? undefined : Date.parse(to) + 24 * hourMs
  const conditions = [id === undefined ? sql`true` : sql`id = ${id}::uuid`]
  if (begin !== undefined)
    conditions.push(sql`id >= ${idAt(begin - hourMs)}::uuid and created_at >= ${new Date(begin)}`)
  if (end !== undefined) conditions.push(sql`id < ${idAt(end + hourMs)}::uuid and created_at < ${new Date(end)}`)
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

/** Returns the lowest id of this moment or later. */
function idAt(ms: number): string {
  const hex = ms.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}
