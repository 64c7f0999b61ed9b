import { expect, test } from 'vitest'
import { holdRows } from './hold-rows.ts'

const row = (id: string, status = 'pending') => ({ id, status })
const rows = (ids: string) => Array.from(ids, (id) => row(id))
const idsOf = (list: readonly { id: string }[]) => list.map(({ id }) => id).join('')

test('keeps the rows in their places with their latest content, and counts new ones', () => {
  const held = rows('cba')
  const latest = [row('e'), row('d'), row('c', 'approved'), row('b')]
  const { goneIds, ...shown } = holdRows(held, latest, { isEnd: false })
  expect(shown).toEqual({ rows: [row('c', 'approved'), row('b'), row('a')], newCount: 2, isBehind: true })
  // The last one has been pushed to the next page.
  expect(goneIds.size).toBe(0)
})

test('reports the rows that have left the list', () => {
  const { rows: shown, goneIds } = holdRows(rows('dcba'), rows('dba'), { isEnd: false })
  expect(idsOf(shown)).toBe('dcba')
  expect([...goneIds]).toEqual(['c'])
  expect([...holdRows(rows('cba'), rows('c'), { isEnd: true }).goneIds]).toEqual(['b', 'a'])
})

test('adds rows after them, which moves none', () => {
  const { rows: shown, newCount } = holdRows(rows('abc'), rows('acde'), { isEnd: false })
  expect(idsOf(shown)).toBe('abcde')
  expect(newCount).toBe(0)
})

test('counts a page of other rows as new', () => {
  expect(holdRows(rows('ba'), rows('fedc'), { isEnd: false })).toEqual({
    rows: rows('ba'),
    newCount: 4,
    goneIds: new Set(),
    isBehind: true,
  })
})

test('adds all new rows below those of a queue, and reports the ones that have left', () => {
  const latest = [row('x'), row('a'), row('c', 'changed'), row('y')]
  expect(holdRows(rows('abc'), latest, { isEnd: true, hasNewBelow: true })).toMatchObject({
    rows: [row('a'), row('b'), row('c', 'changed'), row('x'), row('y')],
    newCount: 0,
    goneIds: new Set(['b']),
  })
})

test('is behind if the latest rows begin in another order', () => {
  const isBehind = (held: string, latest: string) => holdRows(rows(held), rows(latest), { isEnd: false }).isBehind
  expect(isBehind('abc', 'cab')).toBe(true)
  expect(isBehind('abc', 'abc')).toBe(false)
  expect(isBehind('ab', 'xabcd')).toBe(true)
  expect(isBehind('ab', 'abcd')).toBe(false)
})
