import { toUnits } from '../../../contract/money.ts'
import type { InputOf } from '../../../contract/operation.ts'
import type { listTransactions as operation } from '../../../contract/transactions.ts'
import type { Db } from '../../platform/db/client.ts'
import type { Page } from '../../platform/db/page.ts'
import { listByMember } from './list-by-member.ts'
import { decodeCursor, encodeCursor, splitIntoSegments, type Segment, type Cursor } from './segments.ts'
import { readSegment, toEntry, type Entry, type SortedRow, type SegmentRows } from './read-segment.ts'
import { readCriteria, type TransactionCriteria } from './transaction-criteria.ts'
import { chooseAccessPath, usualLimits, type QueryLimits, type AccessPath } from './access-path.ts'

type Query = InputOf<typeof operation>['query']

/**
 * Lists all members' transactions in any order, as they are at this moment. A page reads some thousand rows at most.
 * When matching rows are rare and no index finds them, a page ends early and the next page goes on.
 */
export async function listTransactions(
  db: Db,
  { sort, order, cursor, limit, ...filter }: Query,
  limits: QueryLimits = usualLimits,
): Promise<Page<Entry>> {
  // People with the same name are together in this order, and a walk that begins far from them is long. So a search names
  // more members by id here.
  if (sort === 'user')
    return listByMember(
      db,
      await readCriteria(db, filter, limits.named.inOrderOfNames),
      { order, cursor, limit },
      limits.members,
    )
  const criteria = await readCriteria(db, filter, limits.named.usually)
  const segments = splitIntoSegments(
    sort,
    order,
    criteria.flatMap(({ types }) => types),
  )
  const after = cursor === undefined ? undefined : decodeCursor(cursor, segments)
  const sets = criteria.map((set) => ({
    set,
    chooseAccessPath: once(async () => chooseAccessPath(db, set, limits.few)),
  }))
  const rows: (SortedRow & { segment: string })[] = []
  for (const segment of segments.slice(after ? segments.findIndex(({ name }) => name === after.segment) : 0)) {
    const isBegun = after?.segment === segment.name
    const part = await readSets(db, {
      segment,
      sets,
      limits: limits.rows,
      after: isBegun ? after : undefined,
      limit: limit + 1 - rows.length,
    })
    rows.push(...part.rows.map((row) => ({ ...row, segment: segment.name })))
    if (rows.length > limit) break
    if (part.end) return { items: rows.map((row) => toEntry(row)), next_cursor: encodeCursor(part.end) }
  }
  const last = rows.length > limit ? rows[limit - 1] : undefined
  const next = last ? encodeCursor({ segment: last.segment, key: last.sort_key, id: last.id }) : null
  return { items: rows.slice(0, limit).map((row) => toEntry(row)), next_cursor: next }
}

interface Reading {
  segment: Segment
  sets: { set: TransactionCriteria; chooseAccessPath: () => Promise<AccessPath> }[]
  after: Cursor | undefined
  limits: QueryLimits['rows']
  limit: number
}

/**
 * Reads a segment of all sets in one order. When one set ends early at a place, rows of the others beyond that place
 * are left out.
 */
async function readSets(db: Db, { segment, sets, after, limits, limit }: Reading): Promise<SegmentRows> {
  const parts = await Promise.all(
    sets.map(async ({ set, chooseAccessPath: find }) => {
      const types = set.types.filter((type) => segment.types.includes(type))
      if (types.length === 0) return { rows: [], end: undefined }
      const part = await readSegment(db, {
        segment: { ...segment, types },
        criteria: { ...set, types },
        chooseAccessPath: find,
        after,
        limits,
        limit,
      })
      // A full page ends with its last row, not with the end of the walk.
      return part.rows.length === limit ? { rows: part.rows, end: undefined } : part
    }),
  )
  const inOrder = (one: CursorRow, other: CursorRow) =>
    segment.isAscending ? compare(one, other) : compare(other, one)
  const [end] = parts
    .map((part) => part.end)
    .filter((place) => place !== undefined)
    .toSorted((one, other) => inOrder({ sort_key: one.key, id: one.id }, { sort_key: other.key, id: other.id }))
  const rows = parts.flatMap((part) => part.rows).toSorted(inOrder)
  const told = end ? rows.filter((row) => inOrder(row, { sort_key: end.key, id: end.id }) <= 0) : rows
  return { rows: told.slice(0, limit), end: told.length >= limit ? undefined : end }
}

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined
  return async () => (result ??= work())
}

type CursorRow = Pick<SortedRow, 'sort_key' | 'id'>

function compare(one: CursorRow, other: CursorRow): number {
  const difference = toUnits(one.sort_key) - toUnits(other.sort_key)
  if (difference !== 0n) return difference < 0n ? -1 : 1
  return one.id < other.id ? -1 : Number(one.id > other.id)
}
