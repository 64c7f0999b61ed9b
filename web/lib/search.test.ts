import { expect, test } from 'vitest'
import { oneOf, parseSearch, stringifySearch, textOf } from './search.ts'

test('search parameters are written and read as plain text', () => {
  const search = { type: 'buy', ref: '00123', return: '/dashboard?x=1&y=ä' }
  expect(parseSearch(stringifySearch(search))).toEqual(search)
  expect(stringifySearch({ ref: '00123' })).toBe('?ref=00123')
})

test('undefined and empty values are left out', () => {
  expect(stringifySearch({ type: undefined, status: '' })).toBe('')
})

test('a value that is not allowed counts as none', () => {
  expect(oneOf('buy', ['buy', 'transfer'])).toBe('buy')
  expect(oneOf('sell', ['buy', 'transfer'])).toBeUndefined()
  expect(textOf('')).toBeUndefined()
  expect(textOf(5)).toBeUndefined()
})
