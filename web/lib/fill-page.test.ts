import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { describe, expect, test } from 'vitest'
import { pageSizeDefault } from '../../contract/endpoint.ts'
import { fillPage, showPartialPages, type FilledPage } from './fill-page.ts'

/** A fake server that walks along the numbers from 1, `walked` at a time, and returns the wanted ones. */
function walkAlong({ last, walked, isWanted }: { last: number; walked: number; isWanted: (n: number) => boolean }) {
  return async ({ cursor = '0', limit }: { cursor: string | undefined; limit: number }) => {
    const items: number[] = []
    for (let n = Number(cursor) + 1; ; n += 1) {
      if (n > last) return { items, next_cursor: null }
      if (isWanted(n)) items.push(n)
      if (items.length === limit || n === Number(cursor) + walked) return { items, next_cursor: String(n) }
    }
  }
}

async function gather(server: Parameters<typeof walkAlong>[0], cursor?: string) {
  const parts: FilledPage<number>[] = []
  const page = await fillPage({ cursor, readPage: walkAlong(server), onPart: (part) => parts.push(part) })
  return { page, parts }
}

describe('a page that arrives in parts', () => {
  const sparse = { last: 1000, walked: 10, isWanted: (n: number) => n % 15 === 0 }

  test('is read until it is full', async () => {
    const { page, parts } = await gather(sparse)
    expect(page.items).toEqual(Array.from({ length: pageSizeDefault }, (_, n) => (n + 1) * 15))
    expect(page).toMatchObject({ next_cursor: String(pageSizeDefault * 15), state: 'full' })
    expect(parts[0]).toEqual({ items: [], next_cursor: '10', state: 'partial' })
    expect(parts.at(-1)).toMatchObject({ items: page.items.slice(0, -1), state: 'partial' })
  })

  test('is followed by the next page, up to the end of the list', async () => {
    const found: number[] = []
    let cursor: string | undefined
    do {
      const { page } = await gather(sparse, cursor)
      found.push(...page.items)
      cursor = page.next_cursor ?? undefined
    } while (cursor !== undefined)
    expect(found).toEqual(Array.from({ length: 66 }, (_, n) => (n + 1) * 15))
  })

  test('is empty for good only at the end of the list', async () => {
    const nothing = { last: 300, walked: 10, isWanted: () => false }
    expect((await gather(nothing)).page).toEqual({ items: [], next_cursor: null, state: 'full' })
    const long = (await gather({ ...nothing, last: 30_000 })).page
    expect(long).toEqual({ items: [], next_cursor: '3000', state: 'short' })
  })
})

describe('a part of a page', () => {
  const readAll = async (client: QueryClient, readPage: ReturnType<typeof walkAlong>) => {
    const shown: unknown[] = []
    const observer = new QueryObserver(client, {
      queryKey: ['numbers'],
      queryFn: (context) => fillPage({ cursor: undefined, readPage, onPart: showPartialPages<number>(context) }),
    })
    const stop = observer.subscribe(({ data }) => data && shown.push([data.items, data.state]))
    await expect.poll(() => observer.getCurrentResult().isFetching).toBe(false)
    stop()
    return shown
  }

  test('is shown when it arrives, and stays while the page is read again', async () => {
    const client = new QueryClient()
    const first = await readAll(client, walkAlong({ last: 30, walked: 10, isWanted: (n) => n % 10 === 0 }))
    expect(first).toContainEqual([[10], 'partial'])
    expect(first.at(-1)).toEqual([[10, 20, 30], 'full'])
    const again = await readAll(client, walkAlong({ last: 30, walked: 10, isWanted: (n) => n % 15 === 0 }))
    expect(again.at(-1)).toEqual([[15, 30], 'full'])
    expect(again).not.toContainEqual([expect.anything(), 'partial'])
  })

  test('is read again after the person left and returned', async () => {
    const client = new QueryClient()
    showPartialPages<number>({ client, queryKey: ['numbers'] })({ items: [1], next_cursor: '1', state: 'partial' })
    expect(
      client
        .getQueryCache()
        .find({ queryKey: ['numbers'] })
        ?.isStaleByTime(10_000),
    ).toBe(true)
  })
})
