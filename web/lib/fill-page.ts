import type { QueryClient, QueryFunctionContext, QueryKey } from '@tanstack/react-query'
import { pageSizeDefault } from '../../contract/endpoint.ts'

/**
 * A page of a list that the server searches a limited number of rows at a time. It is `partial` while the search goes
 * on, and `short` if the search ended before the page was full.
 */
export interface FilledPage<Item> {
  items: Item[]
  next_cursor: string | null
  state: 'full' | 'partial' | 'short'
}

interface Next {
  cursor: string | undefined
  limit: number
}

interface Gathering<Item> {
  /** The cursor at which the page begins; undefined for the first page. */
  cursor: string | undefined
  readPage: (next: Next) => Promise<{ items: Item[]; next_cursor: string | null }>
  /** Receives the rows that have been found so far. */
  onPart: (page: FilledPage<Item>) => void
}

/** The most reads for one page, which take some seconds. */
const readsMax = 300

/** Reads until the page is full or the list ends. One answer may hold few rows or none although more follow. */
export async function fillPage<Item>({ cursor, readPage, onPart }: Gathering<Item>): Promise<FilledPage<Item>> {
  const items: Item[] = []
  let next = cursor
  for (let reads = 1; ; reads += 1) {
    const page = await readPage({ cursor: next, limit: pageSizeDefault - items.length })
    items.push(...page.items)
    if (items.length >= pageSizeDefault || page.next_cursor === null) {
      return { items, next_cursor: page.next_cursor, state: 'full' }
    }
    if (reads === readsMax) return { items, next_cursor: page.next_cursor, state: 'short' }
    onPart({ items: [...items], next_cursor: page.next_cursor, state: 'partial' })
    next = page.next_cursor
  }
}

/**
 * Shows the rows found so far, while a page is read for the first time. A page that is read again stays until the new
 * one is complete.
 */
export function showPartialPages<Item>({ client, queryKey }: Pick<QueryFunctionContext, 'client' | 'queryKey'>) {
  return (part: FilledPage<Item>) => showPart(client, queryKey, part)
}

function showPart<Item>(client: QueryClient, queryKey: QueryKey, part: FilledPage<Item>): void {
  const shown = client.getQueryData<FilledPage<Item>>(queryKey)
  const isBehind = shown && (shown.state !== 'partial' || shown.items.length > part.items.length)
  // The part is marked as old, so that a reader who leaves and comes back has the page read again.
  if (!isBehind) client.setQueryData(queryKey, part, { updatedAt: 0 })
}
