import { expect, test } from 'vitest'
import {
  boundsAround,
  simulatePoints,
  replaceNewestPoint,
  fluctuationLimit,
  fluctuationMs,
  linePointCount,
  appendPoint,
  nextPoint,
  trendFromRandom,
  trendLineMs,
  trendOf,
  type Trend,
} from './live-trend.ts'
import { chartBounds, levelChart } from './trend-chart.ts'
import { describeTrend } from './trend-text.ts'

const level = Array.from({ length: linePointCount }, () => 0.01)
const sides: Trend[] = ['up', 'down']

test('the trend is the direction of the latest change of the shown points [RATE-02] [RATE-03]', () => {
  expect(trendOf([1, 2, 2, 2])).toBe('up')
  expect(trendOf([3, 2, 1, 1])).toBe('down')
  expect(trendOf([1, 5, 4])).toBe('down')
  expect([trendOf(level), trendOf([1]), trendOf([])]).toEqual([null, null, null])
})

test('the newest point moves within 0.0005 to both sides once a second, and the trend with it [RATE-04]', () => {
  expect([fluctuationMs, fluctuationLimit]).toEqual([1000, 0.0005])
  expect([trendFromRandom(0), trendFromRandom(0.4999), trendFromRandom(0.5), trendFromRandom(1)]).toEqual([
    'down',
    'down',
    'up',
    'up',
  ])
  for (const side of sides) {
    for (let random = 0; random <= 1; random += 0.05) {
      const points = replaceNewestPoint(level, side, random, boundsAround(0.01))
      expect(trendOf(points)).toBe(side)
      expect(points.slice(0, -1)).toEqual(level.slice(0, -1))
      expect(Math.abs((points.at(-1) ?? 0) - 0.01)).toBeLessThanOrEqual(fluctuationLimit)
    }
  }
})

test('the small line moves on by one value every three seconds [RATE-05]', () => {
  expect(trendLineMs).toBe(3000)
  const before = [0.0099, 0.0101, 0.01]
  expect(appendPoint(before, 'up', 0.5, boundsAround(0.01)).slice(0, -1)).toEqual(before.slice(1))
})

test('simulated points never leave their bounds, and the line as a whole has the direction of its latest step', () => {
  for (const [start, bounds] of [
    [level, boundsAround(0.01)],
    [levelChart, chartBounds],
  ] as const) {
    for (const lean of [0, 0.5, 1]) {
      let points = simulatePoints(start, 'up', Math.random, bounds)
      for (let tick = 0; tick < 200; tick += 1) {
        const side = trendFromRandom(Math.random() * 0.5 + lean * 0.5)
        points = (tick % 3 === 0 ? appendPoint : replaceNewestPoint)(points, side, Math.random(), bounds)
        const [first = 0, last = 0] = [points[0], points.at(-1)]
        if (lean === 0.5) expect(trendOf(points)).toBe(side)
        // If all points lie at one edge, there is no room to tell them apart.
        if (Math.abs(last - first) > 1e-12) expect(last > first).toBe(trendOf(points) === 'up')
        expect(Math.min(...points)).toBeGreaterThanOrEqual(bounds.low)
        expect(Math.max(...points)).toBeLessThanOrEqual(bounds.high)
      }
    }
  }
})

test('after a new rate the line and the word first lead to it', () => {
  const risen = appendPoint(level, 'up', 0.5, boundsAround(0.02))
  expect(risen.at(-1)).toBeGreaterThan(0.0195)
  expect(trendOf(risen)).toBe('up')
  // As long as the rise is drawn, no simulated point makes it a fall.
  expect(trendOf(replaceNewestPoint(risen, 'down', 0.5, boundsAround(0.02)))).toBe('up')
  expect(nextPoint([0.02, 0.01], 'up', 0.5, boundsAround(0.015))).toBeCloseTo(0.015)
})

test('the first line has already moved, and its latest step has the given direction', () => {
  for (const side of sides) {
    const points = simulatePoints(level, side, Math.random, boundsAround(0.01))
    expect(points).toHaveLength(linePointCount)
    expect(new Set(points).size).toBe(linePointCount)
    expect(trendOf(points)).toBe(side)
  }
})

test('describes the trend in words', () => {
  expect([describeTrend('up'), describeTrend('down'), describeTrend(null)]).toEqual([
    'Trending Up',
    'Trending Down',
    'Steady',
  ])
})
