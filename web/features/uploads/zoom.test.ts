import { expect, test } from 'vitest'
import { rotate, startView, viewByKey, zoomIn, zoomOut } from './zoom.ts'

test('zooms in steps and stops at the ends', () => {
  expect(zoomIn(startView).zoom).toBe(1.5)
  expect(zoomIn({ zoom: 4, turn: 0 }).zoom).toBe(4)
  expect(zoomOut({ zoom: 1.5, turn: 90 })).toEqual({ zoom: 1, turn: 90 })
  expect(zoomOut(startView)).toEqual(startView)
})

test('turns in quarters', () => {
  expect(rotate({ zoom: 2, turn: 270 })).toEqual({ zoom: 2, turn: 0 })
})

test('does the same by keys', () => {
  expect(viewByKey('+', startView)?.zoom).toBe(1.5)
  expect(viewByKey('-', { zoom: 2, turn: 0 })?.zoom).toBe(1.5)
  expect(viewByKey(']', startView)?.turn).toBe(90)
  expect(viewByKey('0', { zoom: 3, turn: 90 })).toEqual(startView)
  expect(viewByKey('a', startView)).toBeUndefined()
})
