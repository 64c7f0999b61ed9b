import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../platform/db/client.ts'

export interface Search {
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
export function readSearch(words: string | undefined): Search | undefined {
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
  search: Search
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

export async function findMembers(db: Db, search: Search, most = mostIds): Promise<FoundMembers> {
  const sample = await readSample(db, search)
  if (sample.size < sampleSize) return listIfFew(search, sample, most)
  const expected = (sample.others.length / sampleSize) * sample.everybody
  if (sample.others.length >= sampledAtLeast && expected > 2 * most) return { search }
  const { isPrefixMatch, isInnerMatch } = search
  const read = async (...found: RawBuilder<unknown>[]) => {
    const scans = found.map((isFound) => sql`(select id from profiles where ${isFound} limit ${most + 1})`)
    const { rows } = await sql<{
      id: string
    }>`select id from (${sql.join(scans, sql` union all `)}) found limit ${most + 1}`.execute(db)
    return rows.map(({ id }) => id)
  }
  const heads = await read(isPrefixMatch.name)
  return listIfFew(
    search,
    { heads, others: await read(sql`${isPrefixMatch.member_id} and not ${isPrefixMatch.name}`, isInnerMatch) },
    most,
  )
}

function listIfFew(search: Search, { heads, others }: Pick<Sample, 'heads' | 'others'>, most: number): FoundMembers {
  if (heads.length + others.length <= most) return { ids: [...heads, ...others] }
  return others.length <= most ? { search, others } : { search }
}

export async function isFoundMember(db: Db, search: Search, userId: string): Promise<boolean> {
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

/** Reads the oldest accounts, those of them that the search finds, and an estimate of the number of all accounts. */
async function readSample(db: Db, { isMatch, isPrefixMatch }: Search): Promise<Sample> {
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
