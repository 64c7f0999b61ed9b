import { toUnits } from '../../../contract/money.ts'
import type { InputOf } from '../../../contract/operation.ts'
import type { listTransactions as operation } from '../../../contract/transactions.ts'
import type { Db } from '../../platform/db/client.ts'
import type { Page } from '../../platform/db/page.ts'
import { listByMember } from './list-by-member.ts'
import { decodeCursor, encodeCursor, splitIntoSegments, type Segment, type Place } from './segments.ts'
import { readSegment, type Entry, type Placed, type Stretch } from './read-segment.ts'
import { readCriteria, type TransactionCriteria } from './transaction-criteria.ts'
import { chooseAccessPath, usualReach, type Reach, type AccessPath } from './access-path.ts'

type Query = InputOf<typeof operation>['query']

/**
 * Lists all members' transactions in any order, as they are at this moment. A page reads some thousand rows at most.
 * When matching rows are rare and no index finds them, a page ends early and the next page goes on.
 */
export async function listTransactions(
  db: Db,
  { sort, order, cursor, limit, ...filter }: Query,
  reach: Reach = usualReach,
): Promise<Page<Entry>> {
  // People with the same name are together in this order, and a walk that begins far from them is long. So a search names
  // more members by id here.
  if (sort === 'user')
    return listByMember(
      db,
      await readCriteria(db, filter, reach.named.inOrderOfNames),
      { order, cursor, limit },
      reach.members,
    )
  const criteria = await readCriteria(db, filter, reach.named.usually)
  const segments = splitIntoSegments(
    sort,
    order,
    criteria.flatMap(({ types }) => types),
  )
  const after = cursor === undefined ? undefined : decodeCursor(cursor, segments)
  const ways = criteria.map((set) => ({
    set,
    chooseAccessPath: once(async () => chooseAccessPath(db, set, reach.few)),
  }))
  const rows: (Placed & { segment: string })[] = []
  for (const segment of segments.slice(after ? segments.findIndex(({ name }) => name === after.segment) : 0)) {
    const isBegun = after?.segment === segment.name
    const stretch = await readSets(db, {
      segment,
      ways,
      reach: reach.rows,
      after: isBegun ? after : undefined,
      limit: limit + 1 - rows.length,
    })
    rows.push(...stretch.rows.map((row) => ({ ...row, segment: segment.name })))
    if (rows.length > limit) break
    if (stretch.end) return { items: rows.map((row) => toEntry(row)), next_cursor: encodeCursor(stretch.end) }
  }
  const last = rows.length > limit ? rows[limit - 1] : undefined
  const next = last ? encodeCursor({ segment: last.segment, key: last.sort_key, id: last.id }) : null
  return { items: rows.slice(0, limit).map((row) => toEntry(row)), next_cursor: next }
}

interface Reading {
  segment: Segment
  ways: { set: TransactionCriteria; chooseAccessPath: () => Promise<AccessPath> }[]
  after: Place | undefined
  reach: Reach['rows']
  limit: number
}

/**
 * Reads a segment of all sets in one order. When one set ends early at a place, rows of the others beyond that place
 * are left out.
 */
async function readSets(db: Db, { segment, ways, after, reach, limit }: Reading): Promise<Stretch> {
  const stretches = await Promise.all(
    ways.map(async ({ set, chooseAccessPath: find }) => {
      const types = set.types.filter((type) => segment.types.includes(type))
      if (types.length === 0) return { rows: [], end: undefined }
      const stretch = await readSegment(db, {
        segment: { ...segment, types },
        criteria: { ...set, types },
        chooseAccessPath: find,
        after,
        reach,
        limit,
      })
      // A full page ends with its last row, not with the end of the walk.
      return stretch.rows.length === limit ? { rows: stretch.rows, end: undefined } : stretch
    }),
  )
  const inOrder = (one: PlacedRow, other: PlacedRow) =>
    segment.isAscending ? compare(one, other) : compare(other, one)
  const [end] = stretches
    .map((stretch) => stretch.end)
    .filter((place) => place !== undefined)
    .toSorted((one, other) => inOrder({ sort_key: one.key, id: one.id }, { sort_key: other.key, id: other.id }))
  const rows = stretches.flatMap((stretch) => stretch.rows).toSorted(inOrder)
  const told = end ? rows.filter((row) => inOrder(row, { sort_key: end.key, id: end.id }) <= 0) : rows
  return { rows: told.slice(0, limit), end: told.length >= limit ? undefined : end }
}

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined
  return async () => (result ??= work())
}

type PlacedRow = Pick<Placed, 'sort_key' | 'id'>

function compare(one: PlacedRow, other: PlacedRow): number {
  const difference = toUnits(one.sort_key) - toUnits(other.sort_key)
  if (difference !== 0n) return difference < 0n ? -1 : 1
  return one.id < other.id ? -1 : Number(one.id > other.id)
}

function toEntry({
  id,
  user_id,
  type,
  amount,
  rate,
  total_usd_value,
  balance_after,
  created_at,
  ...row
}: Placed): Entry {
  const { full_name, email, member_id } = row
  return { id, user_id, type, amount, rate, total_usd_value, balance_after, created_at, full_name, email, member_id }
}
