import { expect, test } from 'vitest'
import { withOpenRow } from './open-row.ts'

const row = (id: string, unread = 0) => ({ user_id: id, admin_unread_count: unread })

test('the open conversation keeps its place among the unread ones, as read', () => {
  const open = { row: row('b', 2), index: 1 }
  expect(withOpenRow([row('a', 1), row('c', 1)], open)).toEqual([row('a', 1), row('b'), row('c', 1)])
  expect(withOpenRow([row('c', 1), row('b', 3)], open)).toEqual([row('c', 1), row('b', 3)])
  expect(withOpenRow([], open)).toEqual([row('b')])
})
