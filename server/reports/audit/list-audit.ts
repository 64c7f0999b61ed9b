import { sql, type RawBuilder } from 'kysely'
import { auditActionNames } from '../../../contract/endpoints/audit.ts'
import type { AuditEvent, listAuditEvents } from '../../../contract/audit.ts'
import type { InputOf } from '../../../contract/operation.ts'
import type { Db } from '../../platform/db/client.ts'
import { decodeKeyCursor, encodeKeyCursor } from '../../platform/db/key-cursor.ts'
import type { Page } from '../../platform/db/page.ts'
import { Refusal } from '../../platform/db/refusal.ts'
import { readDetail } from './audit-detail.ts'

type Query = InputOf<typeof listAuditEvents>['query']
export type AuditFilter = Omit<Query, 'cursor' | 'limit'>
type Row = Omit<AuditEvent, 'changes' | 'facts'> & { detail: unknown; sort_key: string }

/** A cursor carries microseconds, as a text could spell a moment that does not exist. */
const momentForm = /^\d{1,16}$/

/** Lists the log, newest first. Each way to narrow it down has an index of its own. */
export async function listAudit(db: Db, { cursor, limit, ...filter }: Query): Promise<Page<AuditEvent>> {
  const conditions = [...conditionsOf(filter), ...(cursor === undefined ? [] : [isBeyond(cursor)])]
  const rows = await read(db, selectNewest(filter, conditions, limit + 1))
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const next = rows.length > limit && last ? encodeKeyCursor({ key: last.sort_key, id: last.id }) : null
  return { items: shown.map(toEvent), next_cursor: next }
}

export async function readAuditEvent(db: Db, eventId: string): Promise<AuditEvent> {
  const [row] = await read(db, sql`select * from audit_events where id = ${eventId}`)
  if (!row) throw new Refusal('not_found')
  return toEvent(row)
}

/** The columns are in the order of the index on both people. */
const belongings = ['subject_id', 'actor_id', 'ip_address'] as const
type Belonging = (typeof belongings)[number]

function conditionsOf(filter: AuditFilter): RawBuilder<boolean>[] {
  const { from, to } = filter
  return [
    // The value is an array of one. For a plain equality, PostgreSQL drops the column from the sort order, which
    // selectNewest needs.
    ...belongingsOf(filter).map((name) => sql<boolean>`${sql.ref(name)} = any (array[${filter[name]}]${typeOf(name)})`),
    ...(from === undefined ? [] : [sql<boolean>`created_at >= ${from}::date::timestamp at time zone 'UTC'`]),
    ...(to === undefined ? [] : [sql<boolean>`created_at < (${to}::date + 1)::timestamp at time zone 'UTC'`]),
  ]
}

/** Returns the filters that are set for a person or an address. */
function belongingsOf(filter: AuditFilter): Belonging[] {
  return belongings.filter((name) => filter[name] !== undefined)
}

function typeOf(name: Belonging): RawBuilder<unknown> {
  return name === 'ip_address' ? sql`::text[]` : sql`::uuid[]`
}

function isBeyond(cursor: string): RawBuilder<boolean> {
  const { key, id } = decodeKeyCursor(cursor, momentForm)
  return sql`(created_at, id) < (timestamptz 'epoch' + ${key}::bigint * interval '1 microsecond', ${id}::uuid)`
}

/**
 * The newest entries of all, or of one kind, are together in an index. Those of a person or address are together for
 * each kind only, so the newest of each kind are merged.
 */
function selectNewest(filter: AuditFilter, conditions: RawBuilder<boolean>[], count: number) {
  const { action } = filter
  const limit = sql`limit ${sql.lit(count)}`
  const newestFirst = sql`order by created_at desc, id desc ${limit}`
  // The order begins with the person or address, though it is the same in all rows. So only the index by person or
  // address gives this order. In the index of a kind the database would expect matching entries soon. If there are
  // none, it would read a million entries of others.
  const order = belongingsOf(filter).map((name) => sql`${sql.ref(name)} desc`)
  const sorted = sql`order by ${sql.join([...order, sql`created_at desc`, sql`id desc`])} ${limit}`
  const select = (isOfKind: RawBuilder<boolean>[]) =>
    sql`select * from audit_events ${whereAll([...isOfKind, ...conditions])} ${sorted}`
  if (action !== undefined) return select([sql`action = ${action}`])
  if (order.length === 0) return select([])
  const newest = select([sql`action = kinds.kind`])
  return sql`select newest.* from unnest(${auditActionNames}::text[]) kinds (kind) cross join lateral (${newest}) newest ${newestFirst}`
}

function whereAll(conditions: RawBuilder<boolean>[]): RawBuilder<unknown> {
  return conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`
}

/** Reads the entries with the names of their people, in the order of the log. */
async function read(db: Db, source: RawBuilder<unknown>): Promise<Row[]> {
  const query = sql<Row>`
    select e.id, e.action, e.ip_address, e.detail, e.created_at,
           (extract(epoch from e.created_at) * 1000000)::bigint::text as sort_key,
           ${person('actor')} as actor, ${person('subject')} as subject
      from (${source}) e
      left join profiles actor on actor.id = e.actor_id
      left join profiles subject on subject.id = e.subject_id
     order by e.created_at desc, e.id desc`
  return (await query.execute(db)).rows
}

function person(name: 'actor' | 'subject'): RawBuilder<unknown> {
  const column = (field: string) => sql.ref(`${name}.${field}`)
  return sql`case when ${column('id')} is not null then json_build_object('id', ${column('id')},
    'full_name', ${column('full_name')}, 'email', ${column('email')}, 'member_id', ${column('member_id')}) end`
}

function toEvent({ detail, sort_key: _, ...event }: Row): AuditEvent {
  return { ...event, ...readDetail(detail) }
}
