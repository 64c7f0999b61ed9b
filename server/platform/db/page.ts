import { Refusal } from './refusal.ts'

/** A page of a list, as the contract's `pageOf` describes it. */
export interface Page<Item> {
  items: Item[]
  next_cursor: string | null
}

const cursorPattern = /^[A-Za-z0-9_-]{22}$/

/** Makes a page of `limit` rows. A row more shows that there is a next page. */
export function toPage<Row extends { id: string }, Item>(
  rows: Row[],
  limit: number,
  toItem: (row: Row) => Item,
): Page<Item> {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { items: shown.map(toItem), next_cursor: rows.length > limit && last ? encodeCursor(last.id) : null }
}

/**
 * Reads page after page to the end. An empty page is not the end, because some lists examine only so many rows for each
 * page.
 */
export async function* allPages<Item>(
  readPage: (cursor: string | undefined) => Promise<Page<Item>>,
): AsyncGenerator<Item[]> {
  let cursor: string | undefined
  do {
    const { items, next_cursor: next } = await readPage(cursor)
    yield items
    cursor = next ?? undefined
  } while (cursor !== undefined)
}

/** Returns the id of the last row that the caller has seen. */
export function decodeCursor(cursor: string): string {
  if (!cursorPattern.test(cursor)) throw new Refusal('invalid_request')
  const hex = Buffer.from(cursor, 'base64url').toString('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

export function encodeCursor(id: string): string {
  return Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')
}
