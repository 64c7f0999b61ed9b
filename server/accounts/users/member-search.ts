import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../platform/db/client.ts'

export interface MemberSearch {
  /** True if a row matches, for rows that are already read. */
  isMatch: RawBuilder<boolean>
  /**
   * True if the name, or the member id, begins with the text. The indexes of these columns answer it, in their order.
   */
  isPrefixMatch: Record<'name' | 'member_id', RawBuilder<boolean>>
  /**
   * True if a row matches but neither column begins with the text. The index of the inner parts of texts answers it.
   */
  isInnerMatch: RawBuilder<boolean>
}

/** The index holds parts of three characters. Shorter texts are only indexed at the beginnings of words. */
const anywhereMin = 3

/**
 * Builds the conditions that find a text in name, email or member id, in any case. Each character stands for itself. A
 * text of one or two characters matches only at the beginning of a word, because nearly every name contains it
 * somewhere.
 */
export function readMemberSearch(words: string | undefined): MemberSearch | undefined {
  if (!words) return undefined
  const term = sql<string>`lower(${words}::text)`
  const isAnywhere = Array.from(words).length >= anywhereMin
  const isMatch = isAnywhere
    ? sql<boolean>`strpos(search_text, ${term}) > 0`
    : sql<boolean>`(strpos(search_text, E'\n' || ${term}) > 0 or strpos(search_text, ' ' || ${term}) > 0)`
  const isPrefixMatch = {
    name: sql<boolean>`starts_with(lower(full_name), ${term})`,
    member_id: sql<boolean>`starts_with(member_id, upper(${term}))`,
  }
  const grams = sql`inner_grams(full_name, email, member_id)`
  const isIndexed = isAnywhere
    ? sql`${grams} @> rare_grams(${term})`
    : sql`${grams} && array[E'\n' || ${term}, ' ' || ${term}]`
  const isOther = sql`${isPrefixMatch.name} is not true and ${isPrefixMatch.member_id} is not true`
  return { isMatch, isPrefixMatch, isInnerMatch: sql`${isIndexed} and ${isMatch} and ${isOther}` }
}

/** The members that a search finds: their ids or, if they are too many to list, a condition that decides for each. */
export type FoundMembers = { ids: string[]; search?: undefined } | SearchedMembers
export interface SearchedMembers {
  ids?: undefined
  search: MemberSearch
  /** Set if the names of too many members begin with the text, but the other matches are few: their ids. */
  others?: string[]
}

/** At most so many ids are listed. Each one costs a look at the person and another at the caller's list. */
const mostIds = 300
const sampleSize = 2_000
/**
 * The index of the search is slow for a text that very many people match. It is not used if a sample has at least so
 * many matches and predicts too many in all.
 */
const sampledAtLeast = 20

/**
 * Finds the members whom a search matches, as a list of at most `most` ids or as a condition. A sample of the oldest
 * accounts shows which one: it holds all accounts of a small site, and predicts the number of matches of a large one.
 */
export async function findMembers(db: Db, search: MemberSearch, most = mostIds): Promise<FoundMembers> {
  const sample = await readSample(db, search)
  if (sample.size < sampleSize) return listIfFew(search, sample, most)
  const expected = (sample.others.length / sampleSize) * sample.everybody
  if (sample.others.length >= sampledAtLeast && expected > 2 * most) return { search }
  const { isPrefixMatch, isInnerMatch } = search
  const heads = await readIds(db, [isPrefixMatch.name], most)
  const others = await readIds(db, [sql`${isPrefixMatch.member_id} and not ${isPrefixMatch.name}`, isInnerMatch], most)
  return listIfFew(search, { heads, others }, most)
}

/**
 * Reads the ids of up to `most` + 1 people by the indexes of the search: one scan for each condition.
 *
 *     (select id from profiles where starts_with(member_id, 'ADAM 39') and not starts_with(lower(full_name), 'adam 39')
 *       limit 301)
 *     union all
 *     (select id from profiles where inner_grams(full_name, email, member_id) @> rare_grams('adam 39') and … limit 301)
 *
 *     Append
 *       Limit  ->  Index Scan using profiles_by_member_head, Index Cond: member_id ~>=~ 'ADAM 39' AND ~<~ 'ADAM 3:'
 *       Limit  ->  Bitmap Heap Scan  ->  Bitmap Index Scan on profiles_by_inner_gram
 *
 * Names that begin with the text come from `Index Scan using profiles_by_head`.
 */
async function readIds(db: Db, conditions: RawBuilder<unknown>[], most: number): Promise<string[]> {
  const scans = conditions.map((isFound) => sql`(select id from profiles where ${isFound} limit ${most + 1})`)
  const { rows } = await sql<{ id: string }>`
    select id from (${sql.join(scans, sql` union all `)}) found limit ${most + 1}`.execute(db)
  return rows.map(({ id }) => id)
}

function listIfFew(
  search: MemberSearch,
  { heads, others }: Pick<Sample, 'heads' | 'others'>,
  most: number,
): FoundMembers {
  if (heads.length + others.length <= most) return { ids: [...heads, ...others] }
  return others.length <= most ? { search, others } : { search }
}

export async function isFoundMember(db: Db, search: MemberSearch, userId: string): Promise<boolean> {
  const { rows } = await sql`select from profiles where id = ${userId} and ${search.isMatch}`.execute(db)
  return rows.length > 0
}

interface Sample {
  size: number
  /** The people with names that begin with the text; `others` are the remaining matches. */
  heads: string[]
  others: string[]
  everybody: number
}

/**
 * Reads the oldest accounts, those of them that the search finds, and an estimate of the number of all accounts.
 *
 *     select count(*), array_agg(id) filter (where starts_with(lower(full_name), 'adam 39')), …,
 *            (select reltuples::float8 from pg_class where oid = 'profiles'::regclass)
 *       from (select id, full_name, search_text from profiles order by id limit 2000) sample
 *
 *     Aggregate  ->  Limit  ->  Index Scan using profiles_pkey
 */
async function readSample(db: Db, { isMatch, isPrefixMatch }: MemberSearch): Promise<Sample> {
  const { rows } = await sql<{ size: string; heads: string[] | null; others: string[] | null; everybody: number }>`
    select count(*) as size, array_agg(id) filter (where ${isPrefixMatch.name}) as heads,
           array_agg(id) filter (where ${isMatch} and not ${isPrefixMatch.name}) as others,
           (select reltuples::float8 from pg_class where oid = 'profiles'::regclass) as everybody
      from (select id, full_name, search_text from profiles order by id limit ${sampleSize}) sample`.execute(db)
  const [row] = rows
  return {
    size: Number(row?.size ?? 0),
    heads: row?.heads ?? [],
    others: row?.others ?? [],
    everybody: row?.everybody ?? 0,
  }
}
