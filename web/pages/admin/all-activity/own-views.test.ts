import { expect, test } from 'vitest'
import { isSameView, parseViews, viewNameFault, type SavedView } from './own-views.ts'

const rejected: SavedView = { name: 'Rejected', search: { status: 'rejected' } }

test('a view has the filter and the order, not the page', () => {
  expect(isSameView({ status: 'rejected', order: 'newest', cursor: 'next' }, rejected.search)).toBe(true)
  expect(isSameView({ status: 'rejected', order: 'oldest' }, rejected.search)).toBe(false)
  expect(isSameView({ status: 'rejected', search: 'ama' }, rejected.search)).toBe(false)
})

test('stored views are restored without unknown filters', () => {
  expect(parseViews(JSON.stringify([rejected]))).toEqual([rejected])
  const kept = [{ name: 'Odd', search: { status: 'lost', kind: 'buy', from: '2026-02-31', cursor: 'x', request: 'y' } }]
  expect(parseViews(JSON.stringify(kept))).toEqual([{ name: 'Odd', search: { kind: 'buy' } }])
  for (const broken of ['', 'null', '{}', '[1]', '[{"name":1}]']) expect(parseViews(broken)).toEqual([])
})

test('a name is required, and unique in any case', () => {
  expect(viewNameFault('  ', [], [])).toBe('Name is required.')
  expect(viewNameFault(' rejected ', [rejected], [])).toBe('There is a view of that name already.')
  expect(viewNameFault('REJECTED', [], [rejected])).toBe('There is a view of that name already.')
  expect(viewNameFault('Approved', [rejected], [])).toBeUndefined()
  const many = Array.from({ length: 20 }, (_, number) => ({ ...rejected, name: String(number) }))
  expect(viewNameFault('Approved', many, [])).toBe('There is room for 20 views. Please remove one first.')
})
