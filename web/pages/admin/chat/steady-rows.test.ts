import { expect, test } from 'vitest'
import { steadyRows } from './steady-rows.ts'

const row = (id: string, unread = 0) => ({ user_id: id, admin_unread_count: unread })
const rowsOf = (ids: string) => ids.split('').map((id) => row(id))
const free = { isHeld: false, openId: undefined }
const held = { isHeld: true, openId: undefined }

test('rows nobody looks at are in the latest order', () => {
  expect(steadyRows(rowsOf('abc'), rowsOf('dcab'), free)).toEqual({ rows: rowsOf('dcab'), isBehind: false })
})

test('rows somebody looks at stay in their places, with what is new in them, and the list is behind', () => {
  const latest = [row('d', 1), row('c', 2), row('a'), row('b')]
  const { rows, isBehind } = steadyRows(rowsOf('abc'), latest, held)
  expect(rows).toEqual([row('a'), row('b'), row('c', 2)])
  expect(isBehind).toBe(true)
  expect(steadyRows(rows, latest, held)).toEqual({ rows, isBehind })
  expect(steadyRows([], latest, held).rows).toEqual(latest)
  expect(steadyRows(rowsOf('abc'), rowsOf('abc'), held).isBehind).toBe(false)
})

test('rows that were loaded for the end of the list are added there', () => {
  const { rows, isBehind } = steadyRows(rowsOf('ab'), rowsOf('xabcd'), held)
  expect(rows).toEqual(rowsOf('abcd'))
  expect(isBehind).toBe(true)
})

test('the open conversation keeps its place among the unread ones, as read', () => {
  const shown = [row('a', 1), row('b', 2), row('c', 1)]
  const { rows } = steadyRows(shown, [row('a', 1), row('c', 1)], { isHeld: false, openId: 'b' })
  expect(rows).toEqual([row('a', 1), row('b'), row('c', 1)])
  expect(steadyRows(rows, [row('c', 1)], { isHeld: false, openId: undefined }).rows).toEqual([row('c', 1)])
})
