import { expect, test } from 'vitest'
import { translateMarkers } from './closure-markers.ts'

const german = { 'Closed account': 'Geschlossenes Konto', 'Removed with the account.': 'Mit dem "Konto" entfernt.' }
const translate = (value: unknown): unknown => JSON.parse(translateMarkers(JSON.stringify(value), german))

test('the markers of a closed account are translated wherever they are a whole value', () => {
  expect(translate({ items: [{ full_name: 'Closed account', content: 'Removed with the account.' }] })).toEqual({
    items: [{ full_name: 'Geschlossenes Konto', content: 'Mit dem "Konto" entfernt.' }],
  })
})

test('words that a person wrote stay, also with quotes around the marker', () => {
  const written = { content: 'It says "Closed account" there.', other: '"Closed account"', name: 'Closed accountant' }
  expect(translate(written)).toEqual(written)
})

test('English answers stay as they are', () => {
  const json = '{"full_name":"Closed account"}'
  expect(translateMarkers(json)).toBe(json)
})
