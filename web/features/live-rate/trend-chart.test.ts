import { expect, test } from 'vitest'
import { appendPoint, trendOf } from './live-trend.ts'
import { chartBounds, chartOf, chartPointCount, levelChart } from './trend-chart.ts'

test('the chart keeps ten points, the newest last [RATE-06]', () => {
  expect(chartPointCount).toBe(10)
  let points = levelChart
  for (let tick = 0; tick < 25; tick += 1) {
    const before = points
    points = appendPoint(points, 'up', Math.random(), chartBounds)
    expect(points).toHaveLength(10)
    expect(points.slice(0, -1)).toEqual(before.slice(1))
  }
})

test('the chart never leaves 10 to 90, even after many steps in one direction [RATE-07]', () => {
  expect(chartBounds).toEqual({ low: 10, high: 90 })
  for (const side of ['up', 'down'] as const) {
    let points = levelChart
    const drawn: number[] = []
    for (let tick = 0; tick < 40; tick += 1) {
      points = appendPoint(points, side, 1, chartBounds)
      drawn.push(...points)
    }
    expect(side === 'down' ? Math.min(...drawn) : Math.max(...drawn)).toBeCloseTo(side === 'down' ? 10 : 90)
    expect(Math.min(...drawn)).toBeGreaterThanOrEqual(10)
    expect(Math.max(...drawn)).toBeLessThanOrEqual(90)
  }
})

test('without simulation the chart and its trend show polled rates alone', () => {
  expect(chartOf([])).toEqual(levelChart)
  expect(chartOf([0.01, 0.01])).toEqual(levelChart)
  expect(chartOf([1, 2, 1.5])).toEqual([10, 10, 10, 10, 10, 10, 10, 10, 90, 50])
  expect(chartOf(Array.from({ length: 30 }, (_, at) => at))).toHaveLength(10)
  expect([trendOf(chartOf([1, 1])), trendOf(chartOf([1, 2, 1.5])), trendOf(chartOf([1, 2, 2]))]).toEqual([
    null,
    'down',
    'up',
  ])
})
