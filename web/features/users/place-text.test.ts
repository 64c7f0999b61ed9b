import { expect, test } from 'vitest'
import { placeText } from './place-text.ts'

test.each([
  [{ city: 'Edinburgh', state: 'SCT', country: 'GB' }, 'Edinburgh, Scotland, United Kingdom'],
  [{ city: 'Dakar', state: null, country: 'SN' }, 'Dakar, Senegal'],
  [{ city: null, state: 'XY', country: 'ZZ' }, 'XY, ZZ'],
  [{ city: null, state: null, country: null }, ''],
])('%j is written "%s"', (place, text) => {
  expect(placeText(place)).toBe(text)
})
