import { expect, test } from 'vitest'
import { drawLine } from './sparkline.tsx'

const frame = { range: undefined, width: 104, height: 24 }

test('a line runs from point to point, low ones below high ones', () => {
  expect(drawLine([0, 10, 5], { ...frame, shape: 'line' })).toBe('M2 22L52 2L102 12')
})

test('in steps every point has a horizontal run', () => {
  expect(drawLine([0, 10], { ...frame, shape: 'step' })).toBe('M2 22V22h50V2h50')
})

test('equal points and a single point give a level line, and no points give none', () => {
  expect(drawLine([7, 7], { ...frame, shape: 'line' })).toBe('M2 12L102 12')
  expect(drawLine([7], { ...frame, shape: 'line' })).toBe('M2 12h100')
  expect(drawLine([], { ...frame, shape: 'step' })).toBe('')
})
