import { expect, test } from 'vitest'
import { holdRows } from './hold-rows.ts'

const row = (id: string, status = 'pending') => ({ id, status })
const rows = (ids: string) => Array.from(ids, (id) => row(id))
const idsOf = (list: readonly { id: string }[]) => list.map(({ id }) => id).join('')

test('keeps the rows in their places, with what is known of them now, and counts those that have come', () => {
  const held = rows('cba')
  const latest = [row('e'), row('d'), row('c', 'approved'), row('b')]
  const { goneIds, ...shown } = holdRows(held, latest, false)
  expect(shown).toEqual({ rows: [row('c', 'approved'), row('b'), row('a')], newCount: 2 })
  // The last row has moved to the next page.
  expect(goneIds.size).toBe(0)
})

test('tells which rows have left the list', () => {
  const { rows: shown, goneIds } = holdRows(rows('dcba'), rows('dba'), false)
  expect(idsOf(shown)).toBe('dcba')
  expect([...goneIds]).toEqual(['c'])
  expect([...holdRows(rows('cba'), rows('c'), true).goneIds]).toEqual(['b', 'a'])
})

test('adds what has come after them, which moves nothing', () => {
  const { rows: shown, newCount } = holdRows(rows('abc'), rows('acde'), false)
  expect(idsOf(shown)).toBe('abcde')
  expect(newCount).toBe(0)
})

test('counts a whole page of others as new', () => {
  expect(holdRows(rows('ba'), rows('fedc'), false)).toEqual({ rows: rows('ba'), newCount: 4, goneIds: new Set() })
})
