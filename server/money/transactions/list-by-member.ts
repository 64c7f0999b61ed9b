import type { SearchedMembers } from '../../accounts/users/member-search.ts'
import type { Db } from '../../platform/db/client.ts'
import { decodeKeyCursor, encodeKeyCursor } from '../../platform/db/key-cursor.ts'
import type { Page } from '../../platform/db/page.ts'
import { Refusal } from '../../platform/db/refusal.ts'
import type { MemberLimits } from './access-path.ts'
import { toEntry, type TransactionEntry } from './entry.ts'
import { readMembers, type MemberCursor, type MemberPath } from './member-queries.ts'
import type { TransactionCriteria } from './transaction-criteria.ts'

interface Paging {
  order: 'asc' | 'desc'
  cursor: string | undefined
  limit: number
}

/** Lists transactions by the names of the members, and those of one member by date. */
export async function listByMember(
  db: Db,
  criteria: readonly TransactionCriteria[],
  { order, cursor, limit }: Paging,
  limits: MemberLimits,
): Promise<Page<TransactionEntry>> {
  if (criteria.length === 0) return { items: [], next_cursor: null }
  const query = {
    ...chooseMemberPath(criteria),
    isAscending: order === 'asc',
    after: cursor === undefined ? undefined : decodeCursor(cursor),
    limit: limit + 1,
  }
  const first = await readMembers(db, query, { members: limits.first, names: limits.walkedNamesMax })
  const { rows, end } =
    first.rows.length <= limit && first.end && !first.hasWalked
      ? await readMembers(db, query, { members: limits.most, names: limits.walkedNamesMax })
      : first
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const next = rows.length > limit && last ? { name: last.name, userId: last.user_id, at: last.at, id: last.id } : end
  return { items: shown.map((row) => toEntry(row)), next_cursor: next ? encodeCursor(next) : null }
}

interface MemberPlan {
  path: MemberPath
  /** The criteria that remain to be checked on the rows of the found members. */
  criteria: readonly TransactionCriteria[]
}

/** Chooses how to find the next members in the order of their names. */
function chooseMemberPath(criteria: readonly TransactionCriteria[]): MemberPlan {
  const ids = criteria.map(({ members }) => members?.ids)
  if (ids.every((some) => some !== undefined)) return { path: { kind: 'named', ids: ids.flat() }, criteria }
  const members = searchOfAll(criteria)
  if (!members) return { path: { kind: 'all' }, criteria }
  const { search, others } = members
  const path: MemberPath = others ? { kind: 'prefix', search, others } : { kind: 'search', search }
  // The path finds only members whom the search matches, so their rows are not checked again.
  return { path, criteria: criteria.map((set) => ({ ...set, members: undefined })) }
}

/**
 * Returns the search for the members of all rows. Undefined when members are named by id, or when rows of other members
 * match, too.
 */
function searchOfAll([set, ...others]: readonly TransactionCriteria[]): SearchedMembers | undefined {
  const members = others.length === 0 ? set?.members : undefined
  return members?.search && members
}

function encodeCursor({ name, userId, at, id }: MemberCursor): string {
  return encodeKeyCursor({ key: `${userId} ${at ?? ''} ${name}`, id })
}

function decodeCursor(cursor: string): MemberCursor {
  const { key, id } = decodeKeyCursor(cursor, /^[^\0]{0,500}$/)
  const match = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}) (\d{0,16}) (.*)$/s.exec(key ?? '')
  if (!match) throw new Refusal('invalid_request')
  const [, userId = '', at = '', name = ''] = match
  return { name, userId, at: at === '' ? null : at, id }
}
