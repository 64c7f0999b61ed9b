import type { Db } from '../../platform/db/client.ts'
import type { AccessPath, QueryLimits } from './access-path.ts'
import { always, remainingCondition } from './conditions.ts'
import {
  readAllMatches,
  walkIndexes,
  walkLinesOfMember,
  type SegmentQuery,
  type SegmentRows,
} from './segment-queries.ts'

interface Plan {
  limits: QueryLimits['walkedRows']
  /** Chooses how to find rows that no index has in order. It is called only if the first walk has not filled the page. */
  chooseAccessPath: () => Promise<AccessPath>
}

/**
 * Chooses the queries for the next rows of one segment and runs them. They read no more rows than the page needs, or
 * than one query may read.
 */
export async function readSegment(db: Db, query: SegmentQuery, plan: Plan): Promise<SegmentRows> {
  const { segment, criteria, limit } = query
  const { limits } = plan
  // An index has one member's own lines by date.
  const isOwnByDate = segment.key === 'created_at' && criteria.members?.ids?.length === 1
  const walk = isOwnByDate ? walkLinesOfMember : walkIndexes
  const isMatch = remainingCondition(segment.key, isOwnByDate ? { ...criteria, members: undefined } : criteria)
  if (!isMatch) return walk(db, query, { length: limit, isMatch: always })
  // Finding the member of a row costs as much as passing ten rows. A walk stops once the page is full.
  const isSearch = criteria.members?.search !== undefined
  const found = await walk(db, query, { length: isSearch ? Math.ceil(limits.most / 10) : limits.first, isMatch })
  if (found.rows.length === limit || !found.end) return found
  if ((await plan.chooseAccessPath()) !== 'walk') return readAllMatches(db, query)
  return isSearch ? found : walk(db, query, { length: limits.most, isMatch })
}
