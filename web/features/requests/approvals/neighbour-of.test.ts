import { expect, test } from 'vitest'
import { neighbourOf } from './neighbour-of.ts'

test('selects the next pending row below, or the one above at the end', () => {
  const rows = [{ id: 'a' }, { id: 'b' }, { id: 'c' }]
  const none = new Set<string>()
  expect(neighbourOf(rows, none, 'b')?.id).toBe('c')
  expect(neighbourOf(rows, none, 'c')?.id).toBe('b')
  expect(neighbourOf(rows, new Set(['c']), 'b')?.id).toBe('a')
  expect(neighbourOf([{ id: 'a' }], none, 'a')).toBeUndefined()
  expect(neighbourOf(rows, none, 'another')?.id).toBe('a')
})
