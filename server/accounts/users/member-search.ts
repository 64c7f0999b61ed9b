import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../platform/db/client.ts'

export interface Search {
  /** Whether a row matches, for rows that are at hand. */
  isMatch: RawBuilder<boolean>
  /** Whether one of these begins with the text: their indexes tell, in their orders. */
  isHead: Record<'name' | 'member_id', RawBuilder<boolean>>
  /** Whether somebody matches though neither begins with the text: the index of what is inside of texts tells. */
  isInside: RawBuilder<boolean>
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
  const isAnywhere = Array.from(words).length >= anywhereMin
  const isMatch = isAnywhere
    ? sql<boolean>`strpos(search_text, ${term}) > 0`
    : sql<boolean>`(strpos(search_text, E'\n' || ${term}) > 0 or strpos(search_text, ' ' || ${term}) > 0)`
  const isHead = {
    name: sql<boolean>`starts_with(lower(full_name), ${term})`,
    member_id: sql<boolean>`starts_with(member_id, upper(${term}))`,
  }
  const grams = sql`inner_grams(full_name, email, member_id)`
  const isIndexed = isAnywhere
    ? sql`${grams} @> rare_grams(${term})`
    : sql`${grams} && array[E'\n' || ${term}, ' ' || ${term}]`
  const isOther = sql`${isHead.name} is not true and ${isHead.member_id} is not true`
  return { isMatch, isHead, isInside: sql`${isIndexed} and ${isMatch} and ${isOther}` }
}

/** Whom a search finds: by their ids, or, where they are too many to name, by what tells whether somebody is one. */
export type FoundMembers = { ids: string[]; search?: undefined } | SearchedMembers
export interface SearchedMembers {
  ids?: undefined
  search: Search
  /** Where only those are too many whose names begin with the text, the others. */
  others?: string[]
}

/** So many are named. Each costs a look at the person, and again at what the list has of them. */
const mostNamed = 300
const sampleSize = 2_000
/** The index of the search is slow to tell what very many match, so nobody asks it where a sample says that they would. */
const sampledAtLeast = 20

export async function findMembers(db: Db, search: Search, most = mostNamed): Promise<FoundMembers> {
  const sample = await readSample(db, search)
  if (sample.size < sampleSize) return nameIfFew(search, sample, most)
  const expected = (sample.others.length / sampleSize) * sample.everybody
  if (sample.others.length >= sampledAtLeast && expected > 2 * most) return { search }
  const { isHead, isInside } = search
  const read = async (...found: RawBuilder<unknown>[]) => {
    const scans = found.map((isFound) => sql`(select id from profiles where ${isFound} limit ${most + 1})`)
    const { rows } = await sql<{
      id: string
    }>`select id from (${sql.join(scans, sql` union all `)}) found limit ${most + 1}`.execute(db)
    return rows.map(({ id }) => id)
  }
  const heads = await read(isHead.name)
  return nameIfFew(
    search,
    { heads, others: await read(sql`${isHead.member_id} and not ${isHead.name}`, isInside) },
    most,
  )
}

function nameIfFew(search: Search, { heads, others }: Pick<Sample, 'heads' | 'others'>, most: number): FoundMembers {
  if (heads.length + others.length <= most) return { ids: [...heads, ...others] }
  return others.length <= most ? { search, others } : { search }
}

export async function isFoundMember(db: Db, search: Search, userId: string): Promise<boolean> {
  const { rows } = await sql`select from profiles where id = ${userId} and ${search.isMatch}`.execute(db)
  return rows.length > 0
}

interface Sample {
  size: number
  /** Those whose names begin with the text, and the others who match. */
  heads: string[]
  others: string[]
  everybody: number
}

/** The first people there were, whom of them the search finds, and about how many people there are. */
async function readSample(db: Db, { isMatch, isHead }: Search): Promise<Sample> {
  const { rows } = await sql<{ size: string; heads: string[] | null; others: string[] | null; everybody: number }>`
    select count(*) as size, array_agg(id) filter (where ${isHead.name}) as heads,
           array_agg(id) filter (where ${isMatch} and not ${isHead.name}) as others,
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
