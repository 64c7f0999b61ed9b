import { expect, test } from 'vitest'
import { drawRosette } from './rosette-lines.ts'

test('the same seed always gives the same figure', () => {
  expect(drawRosette('ET-004182', 120, 3)).toEqual(drawRosette('ET-004182', 120, 3))
})

test('different seeds give different figures', () => {
  const figures = Array.from({ length: 200 }, (_, index) => JSON.stringify(drawRosette(`ET-${index}`, 44, 3)))
  expect(new Set(figures).size).toBe(200)
})

test('draws the requested number of bands, at most four, with the first copy of each unturned', () => {
  expect([1, 2, 3, 4, 5].map((bands) => drawRosette('gold', 120, bands).length)).toEqual([1, 2, 3, 4, 4])
  expect(drawRosette('gold', 120, 4).map((band) => band.turns[0])).toEqual([0, 0, 0, 0])
})

test('stays inside its square', () => {
  for (const seed of ['a', 'b', 'et-genesis', 'ET-004182']) {
    const numbers = drawRosette(seed, 100, 4).flatMap((band) => band.path.match(/\d+\.\d/g)?.map(Number) ?? [])
    expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...numbers)).toBeLessThanOrEqual(100)
  }
})
