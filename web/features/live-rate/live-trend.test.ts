import { expect, test } from 'vitest'
import {
  beginLine,
  fluctuationLimit,
  fluctuationMs,
  flutter,
  followRate,
  shiftLine,
  steady,
  trendLineMs,
} from './live-trend.ts'
import { describeTrend } from './trend-text.ts'

test('follows a polled rate that rises or falls [RATE-02] [RATE-03]', () => {
  expect(followRate(steady, '0.01', '0.0101').trend).toBe('up')
  expect(followRate(steady, '0.01', '0.0099').trend).toBe('down')
  expect(followRate({ ...steady, trend: 'down' }, '0.01', '0.01').trend).toBe('down')
})

test('flutters within 0.0005 to both sides, once a second, and turns the trend with it [RATE-04]', () => {
  expect([fluctuationMs, fluctuationLimit]).toEqual([1000, 0.0005])
  expect(flutter(steady, 0)).toMatchObject({ fluctuation: -0.0005, trend: 'down' })
  expect(flutter(steady, 1)).toMatchObject({ fluctuation: 0.0005, trend: 'up' })
  for (let part = 0; part <= 1; part += 0.05) {
    expect(Math.abs(flutter(steady, part).fluctuation)).toBeLessThanOrEqual(fluctuationLimit)
  }
})

test('the small line moves on by one value every three seconds [RATE-05]', () => {
  expect(trendLineMs).toBe(3000)
  const before = { ...steady, points: [1, 2, 3] }
  expect(shiftLine(before, 4).points).toEqual([2, 3, 4])
})

test('the line begins around a value, and flat without chance', () => {
  expect(beginLine(steady, 0.01, () => 0.5).points.every((point) => point === 0.01)).toBe(true)
  const points = beginLine(steady, 0.01, Math.random).points
  expect(points.every((point) => Math.abs(point - 0.01) <= fluctuationLimit)).toBe(true)
})

test('says the trend in words', () => {
  expect([describeTrend('up'), describeTrend('down'), describeTrend(null)]).toEqual([
    'Trending Up',
    'Trending Down',
    'Steady',
  ])
})
