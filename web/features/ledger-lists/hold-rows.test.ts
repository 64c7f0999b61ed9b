import { expect, test } from 'vitest'
import { holdRows } from './hold-rows.ts'

const row = (id: string, status = 'pending') => ({ id, status })

test('keeps the rows in their places, with what is known of them now, and counts those that have come', () => {
  const held = [row('c'), row('b'), row('a')]
  const latest = [row('e'), row('d'), row('c', 'approved'), row('b')]
  expect(holdRows(held, latest)).toEqual({ rows: [row('c', 'approved'), row('b'), row('a')], newCount: 2 })
})
