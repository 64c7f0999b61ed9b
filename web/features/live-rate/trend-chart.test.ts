import { expect, test } from 'vitest'
import { chartHigh, chartLow, chartOf, chartPointCount, levelChart, moveChart } from './trend-chart.ts'

test('the chart keeps ten points, the newest last [RATE-06]', () => {
  expect(chartPointCount).toBe(10)
  let points = levelChart
  for (let tick = 0; tick < 25; tick += 1) {
    const before = points
    points = moveChart(points, Math.random())
    expect(points).toHaveLength(10)
    expect(points.slice(0, -1)).toEqual(before.slice(1))
  }
})

test('the chart never leaves 10 to 90, however long it goes one way [RATE-07]', () => {
  expect([chartLow, chartHigh]).toEqual([10, 90])
  for (const random of [0, 1]) {
    let points = levelChart
    for (let tick = 0; tick < 40; tick += 1) points = moveChart(points, random)
    expect(points.at(-1)).toBe(random === 0 ? 10 : 90)
    expect(Math.min(...points)).toBeGreaterThanOrEqual(10)
    expect(Math.max(...points)).toBeLessThanOrEqual(90)
  }
})

test('without simulation the chart is made of polled rates alone', () => {
  expect(chartOf([])).toEqual(levelChart)
  expect(chartOf([0.01, 0.01])).toEqual(levelChart)
  expect(chartOf([1, 2, 1.5])).toEqual([10, 10, 10, 10, 10, 10, 10, 10, 90, 50])
  expect(chartOf(Array.from({ length: 30 }, (_, at) => at))).toHaveLength(10)
})
