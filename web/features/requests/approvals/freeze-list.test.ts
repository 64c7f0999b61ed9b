import { expect, test } from 'vitest'
import { freezeList, neighbourOf } from './freeze-list.ts'

const row = (id: string, status = 'pending') => ({ id, status })

test('keeps the order and the rows of a frozen list, and adds what is new below them', () => {
  const frozen = [row('a'), row('b'), row('c')]
  const latest = [row('x'), row('a'), row('c', 'changed'), row('y')]
  expect(freezeList(frozen, latest)).toEqual({
    rows: [row('a'), row('b'), row('c', 'changed'), row('x'), row('y')],
    goneIds: new Set(['b']),
  })
})

test('moves on to the next row below that still waits, or above at the end', () => {
  const rows = [row('a'), row('b'), row('c')]
  const none = new Set<string>()
  expect(neighbourOf(rows, none, 'b')?.id).toBe('c')
  expect(neighbourOf(rows, none, 'c')?.id).toBe('b')
  expect(neighbourOf(rows, new Set(['c']), 'b')?.id).toBe('a')
  expect(neighbourOf([row('a')], none, 'a')).toBeUndefined()
  expect(neighbourOf(rows, none, 'somebody else')?.id).toBe('a')
})
