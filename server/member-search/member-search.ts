import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../db/client.ts'

export interface Search {
  /** Whether a row matches, for rows that are at hand. */
  isMatch: RawBuilder<boolean>
  /** The same, asked of the index. */
  isFound: RawBuilder<boolean>
}

/** The index knows texts of three characters; shorter ones it knows where a word begins. */
const anywhereMin = 3

/**
 * Finds a text in name, email or member id, in any case. Each character stands for itself. A text of one or two
 * characters is found at the beginning of a word, as it is inside of nearly everybody's name.
 */
export function readSearch(words: string | undefined): Search | undefined {
  if (!words) return undefined
  const term = sql<string>`lower(${words}::text)`
  if (Array.from(words).length >= anywhereMin) {
    const isMatch = sql<boolean>`strpos(search_text, ${term}) > 0`
    const rare = sql<string>`lower(${rarePartOf(words)}::text)`
    return { isMatch, isFound: sql`search_grams(search_text) @> search_grams(${rare}) and ${isMatch}` }
  }
  const isMatch = sql<boolean>`(strpos(search_text, E'\\n' || ${term}) > 0 or strpos(search_text, ' ' || ${term}) > 0)`
  return { isMatch, isFound: sql`search_grams(search_text) && array[E'\\n' || ${term}, ' ' || ${term}] and ${isMatch}` }
}

/** Shorter names of addresses are those of many, such as "support". */
const rareNameMin = 8

/**
 * What the index is asked of an address, where that is enough to find few: the domain is the one of very many people, and
 * the index is slow to compare its entries of it.
 */
function rarePartOf(words: string): string {
  const at = words.lastIndexOf('@')
  return at >= rareNameMin ? words.slice(0, at + 1) : words
}

/** Whom a search finds: by their ids, or, where they are too many to name, by what tells whether somebody is one. */
export type FoundMembers = { ids: string[]; search?: undefined } | { ids?: undefined; search: Search }

/** So many are named. Each costs a look at the person, and again at what the list has of them. */
const mostNamed = 300
const sampleSize = 2_000
/** The index of the search is slow to tell what very many match, so nobody asks it where a sample says that they would. */
const sampledAtLeast = 20

export async function findMembers(db: Db, search: Search, most = mostNamed): Promise<FoundMembers> {
  const sample = await readSample(db, search)
  if (sample.size < sampleSize) return { ids: sample.ids }
  const expected = (sample.ids.length / sampleSize) * sample.everybody
  if (sample.ids.length >= sampledAtLeast && expected > 2 * most) return { search }
  const { rows } = await sql<{ id: string }>`
    select id from profiles where ${search.isFound} limit ${most + 1}`.execute(db)
  return rows.length > most ? { search } : { ids: rows.map(({ id }) => id) }
}

export async function isFoundMember(db: Db, search: Search, userId: string): Promise<boolean> {
  const { rows } = await sql`select from profiles where id = ${userId} and ${search.isMatch}`.execute(db)
  return rows.length > 0
}

/** The first people there were, whom of them the search finds, and about how many people there are. */
async function readSample(db: Db, search: Search) {
  const { rows } = await sql<{ size: string; ids: string[] | null; everybody: number }>`
    select count(*) as size, array_agg(id) filter (where ${search.isMatch}) as ids,
           (select reltuples::float8 from pg_class where oid = 'profiles'::regclass) as everybody
      from (select id, search_text from profiles order by id limit ${sampleSize}) sample`.execute(db)
  const [row] = rows
  return { size: Number(row?.size ?? 0), ids: row?.ids ?? [], everybody: row?.everybody ?? 0 }
}
