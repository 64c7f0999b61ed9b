import { expect, test } from 'vitest'
import { oneOf, parseSearch, stringifySearch, textOf } from './search.ts'

test('a search stays plain text on the way there and back', () => {
  const search = { type: 'buy', ref: '00123', return: '/dashboard?x=1&y=ä' }
  expect(parseSearch(stringifySearch(search))).toEqual(search)
  expect(stringifySearch({ ref: '00123' })).toBe('?ref=00123')
})

test('what is undefined or empty leaves no trace', () => {
  expect(stringifySearch({ type: undefined, status: '' })).toBe('')
})

test('a value that is not meant counts as none', () => {
  expect(oneOf('buy', ['buy', 'transfer'])).toBe('buy')
  expect(oneOf('sell', ['buy', 'transfer'])).toBeUndefined()
  expect(textOf('')).toBeUndefined()
  expect(textOf(5)).toBeUndefined()
})
