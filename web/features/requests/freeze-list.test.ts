import { expect, test } from 'vitest'
import { freezeList, neighbourOf } from './freeze-list.ts'

const row = (id: string, status = 'pending') => ({ id, status })

test('keeps the order and the rows of a frozen list, and counts what is new', () => {
  const frozen = [row('a'), row('b'), row('c')]
  const latest = [row('x'), row('a'), row('c', 'changed'), row('y')]
  expect(freezeList(frozen, latest)).toEqual({
    rows: [row('a'), row('b'), row('c', 'changed')],
    goneIds: new Set(['b']),
    newCount: 2,
  })
})

test('moves on to the row below, or above at the end', () => {
  const rows = [row('a'), row('b'), row('c')]
  expect(neighbourOf(rows, 'b')?.id).toBe('c')
  expect(neighbourOf(rows, 'c')?.id).toBe('b')
  expect(neighbourOf([row('a')], 'a')).toBeUndefined()
})
