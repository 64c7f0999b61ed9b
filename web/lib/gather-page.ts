import type { QueryClient, QueryFunctionContext, QueryKey } from '@tanstack/react-query'
import { pageSizeUsual } from '../../contract/operation.ts'

/**
 * A page of a list of which the server looks through so many rows at a time. It is partial while more is looked for, and
 * short where the look ended before the page was full, although more may follow.
 */
export interface GatheredPage<Item> {
  items: Item[]
  next_cursor: string | null
  state: 'full' | 'partial' | 'short'
}

interface Next {
  cursor: string | undefined
  limit: number
}

interface Gathering<Item> {
  /** Where the page begins; without one it is the first. */
  cursor: string | undefined
  readPage: (next: Next) => Promise<{ items: Item[]; next_cursor: string | null }>
  /** Told what has been found so far. */
  onPart: (page: GatheredPage<Item>) => void
}

/** So often the server is asked for one page: some seconds. */
const readsMax = 300

/** What the server finds may be few rows or none, with more behind them: then it is asked further, until the page is full. */
export async function gatherPage<Item>({ cursor, readPage, onPart }: Gathering<Item>): Promise<GatheredPage<Item>> {
  const items: Item[] = []
  let next = cursor
  for (let reads = 1; ; reads += 1) {
    const page = await readPage({ cursor: next, limit: pageSizeUsual - items.length })
    items.push(...page.items)
    if (items.length >= pageSizeUsual || page.next_cursor === null) {
      return { items, next_cursor: page.next_cursor, state: 'full' }
    }
    if (reads === readsMax) return { items, next_cursor: page.next_cursor, state: 'short' }
    onPart({ items: [...items], next_cursor: page.next_cursor, state: 'partial' })
    next = page.next_cursor
  }
}

/** Shows what has been found while a page is read for the first time; one that is read anew stays as it is until it is whole. */
export function showParts<Item>({ client, queryKey }: Pick<QueryFunctionContext, 'client' | 'queryKey'>) {
  return (part: GatheredPage<Item>) => showPart(client, queryKey, part)
}

function showPart<Item>(client: QueryClient, queryKey: QueryKey, part: GatheredPage<Item>): void {
  const shown = client.getQueryData<GatheredPage<Item>>(queryKey)
  const isBehind = shown && (shown.state !== 'partial' || shown.items.length > part.items.length)
  // As old as can be: whoever leaves meanwhile and comes back has it read anew.
  if (!isBehind) client.setQueryData(queryKey, part, { updatedAt: 0 })
}
