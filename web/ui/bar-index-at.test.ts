import { expect, test } from 'vitest'
import { barIndexAt } from './bar-index-at.ts'

test('finds the bar below the pointer, also at the edges', () => {
  expect([-0.2, 0, 0.24, 0.25, 0.99, 1, 1.4].map((share) => barIndexAt(4, share))).toEqual([0, 0, 0, 1, 3, 3, 3])
})
