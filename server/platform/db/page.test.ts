import { expect, test } from 'vitest'
import { allPages, type Page } from './page.ts'

test('all pages are read up to the end of a list, even past empty ones', async () => {
  const pages: Page<number>[] = [
    { items: [], next_cursor: '1' },
    { items: [1, 2], next_cursor: '2' },
    { items: [], next_cursor: '3' },
    { items: [3], next_cursor: null },
  ]
  const read: number[] = []
  for await (const items of allPages(
    async (cursor = '0') => pages[Number(cursor)] ?? { items: [], next_cursor: null },
  )) {
    read.push(...items)
  }
  expect(read).toEqual([1, 2, 3])
})
