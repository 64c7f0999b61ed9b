import { sql, type RawBuilder } from 'kysely'

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
    return { isMatch, isFound: sql`search_grams(search_text) @> search_grams(${term}) and ${isMatch}` }
  }
  const isMatch = sql<boolean>`(strpos(search_text, E'\\n' || ${term}) > 0 or strpos(search_text, ' ' || ${term}) > 0)`
  return { isMatch, isFound: sql`search_grams(search_text) && array[E'\\n' || ${term}, ' ' || ${term}] and ${isMatch}` }
}
