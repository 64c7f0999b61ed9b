import { toUnits } from '../../../contract/money.ts'
import type { InputOf } from '../../../contract/operation.ts'
import type { listTransactions as operation } from '../../../contract/transactions.ts'
import type { Db } from '../../platform/db/client.ts'
import type { Page } from '../../platform/db/page.ts'
import { chooseAccessPath, defaultLimits, type AccessPath, type QueryLimits } from './access-path.ts'
import type { TransactionEntry } from './entry.ts'
import { listByMember } from './list-by-member.ts'
import { readSegment } from './read-segment.ts'
import type { SegmentRow, SegmentRows } from './segment-queries.ts'
import { decodeCursor, encodeCursor, splitIntoSegments, type Cursor, type Segment } from './segments.ts'
import { readCriteria, type TransactionCriteria } from './transaction-criteria.ts'

type Query = InputOf<typeof operation>['query']

/**
 * Lists all members' transactions in any order, as they are at this moment. A page reads some thousand rows at most.
 * When matching rows are rare and no index finds them, a page ends early and the next page goes on.
 */
export async function listTransactions(
  db: Db,
  { sort, order, cursor, limit, ...filter }: Query,
  limits: QueryLimits = defaultLimits,
): Promise<Page<TransactionEntry>> {
  if (sort === 'user') {
    // People with the same name are together in this order, and a walk that begins far from them is long. So a search
    // names more members by id here.
    const criteria = await readCriteria(db, filter, limits.namedMembersMax.inOrderOfNames)
    return listByMember(db, criteria, { order, cursor, limit }, limits.members)
  }
  const criteria = await readCriteria(db, filter, limits.namedMembersMax.usually)
  const types = criteria.flatMap((set) => set.types)
  const segments = splitIntoSegments(sort, order, types)
  const after = cursor === undefined ? undefined : decodeCursor(cursor, segments)
  const sets = criteria.map((set) => ({
    criteria: set,
    chooseAccessPath: once(async () => chooseAccessPath(db, set, limits.sortedRowsMax)),
  }))
  const rows: SegmentRow[] = []
  for (const segment of segments.slice(after ? segments.findIndex(({ name }) => name === after.segment) : 0)) {
    const found = await readSets(db, sets, {
      segment,
      limits: limits.walkedRows,
      after: after?.segment === segment.name ? after : undefined,
      limit: limit + 1 - rows.length,
    })
    rows.push(...found.rows)
    if (rows.length > limit) break
    if (found.end) return toPage(rows, found.end)
  }
  return toPage(rows.slice(0, limit), rows.length > limit ? rows[limit - 1]?.cursor : undefined)
}

function toPage(rows: SegmentRow[], end: Cursor | undefined): Page<TransactionEntry> {
  return { items: rows.map(({ entry }) => entry), next_cursor: end ? encodeCursor(end) : null }
}

/** One of the sets that a filter matches. The access path is chosen once, at the first segment that needs it. */
interface FilterSet {
  criteria: TransactionCriteria
  chooseAccessPath: () => Promise<AccessPath>
}

interface SegmentPage {
  segment: Segment
  limits: QueryLimits['walkedRows']
  after: Cursor | undefined
  limit: number
}

/**
 * Reads a segment of all sets and merges their rows in one order. When one set ends early at a row, rows of the other
 * sets beyond that row are left out.
 */
async function readSets(db: Db, sets: FilterSet[], page: SegmentPage): Promise<SegmentRows> {
  const { segment, limits, after, limit } = page
  const results = await Promise.all(
    sets.map(async ({ criteria, chooseAccessPath: choose }): Promise<SegmentRows> => {
      const types = criteria.types.filter((type) => segment.types.includes(type))
      if (types.length === 0) return { rows: [], end: undefined }
      const query = { segment: { ...segment, types }, criteria: { ...criteria, types }, after, limit }
      const found = await readSegment(db, query, { limits, chooseAccessPath: choose })
      // A full page ends with its last row, not with the end of the walk.
      return found.rows.length === limit ? { rows: found.rows, end: undefined } : found
    }),
  )
  const inOrder = (one: Cursor, other: Cursor) => (segment.isAscending ? compare(one, other) : compare(other, one))
  const [end] = results
    .map((result) => result.end)
    .filter((cursor) => cursor !== undefined)
    .toSorted(inOrder)
  const rows = results.flatMap((result) => result.rows).toSorted((one, other) => inOrder(one.cursor, other.cursor))
  const readByAll = end ? rows.filter(({ cursor }) => inOrder(cursor, end) <= 0) : rows
  return { rows: readByAll.slice(0, limit), end: readByAll.length >= limit ? undefined : end }
}

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined
  return async () => (result ??= work())
}

function compare(one: Cursor, other: Cursor): number {
  const difference = toUnits(one.key) - toUnits(other.key)
  if (difference !== 0n) return difference < 0n ? -1 : 1
  return one.id < other.id ? -1 : Number(one.id > other.id)
}
