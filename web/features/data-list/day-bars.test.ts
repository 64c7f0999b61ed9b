import { expect, test } from 'vitest'
import { chartRange, drawDays, summariseDays } from './day-bars.ts'

const day = (number: number, coins_in: string, coins_out: string, count = 1) => ({
  day: `2026-11-${String(number).padStart(2, '0')}`,
  coins_in,
  coins_out,
  count,
})

test('draws coins in above the middle line and coins out below it, on one scale', () => {
  const bars = drawDays([day(1, '3000', '0'), day(2, '1500', '1000')])
  expect(bars.zeroY).toBe(75)
  expect(bars.inPath).toBe('M7 75V0H43V75ZM57 75V37.5H93V75Z')
  expect(bars.outPath).toBe('M57 75V100H93V75Z')
  expect(bars.ticks).toEqual([
    { value: '3000', side: 'in', y: 0 },
    { value: '1000', side: 'out', y: 100 },
  ])
})

test('has round values at the ends, and none without movements', () => {
  const values = (coins: string) => drawDays([day(1, coins, '0')]).ticks.map(({ value }) => value)
  expect(values('12001')).toEqual(['15000'])
  expect(values('1000000000000')).toEqual(['1000000000000'])
  expect(values('0.0001')).toEqual(['0.0001'])
  expect(drawDays([day(1, '0', '0')])).toEqual({ inPath: '', outPath: '', zeroY: 50, ticks: [] })
})

test('adds the days up exactly, and finds the day with the most coins in each direction, of equal ones the latest', () => {
  const { mostIn, mostOut, ...sums } = summariseDays([
    day(1, '0.1', '5', 2),
    day(2, '0.2', '5', 3),
    day(3, '0.2', '1', 1),
  ])
  expect(sums).toEqual({ coins_in: '0.5', coins_out: '11', count: 6 })
  expect([mostIn?.day, mostOut?.day]).toEqual(['2026-11-03', '2026-11-02'])
})

test('draws the last thirty days by default, and at most a year', () => {
  const today = '2026-11-21'
  expect(chartRange({}, today)).toEqual({ from: '2026-10-23', to: today, isCut: false })
  expect(chartRange({ to: '2026-03-01' }, today)).toEqual({ from: '2026-01-31', to: '2026-03-01', isCut: false })
  expect(chartRange({ from: '2026-11-20', to: '2027-01-01' }, today)).toEqual({
    from: '2026-11-20',
    to: today,
    isCut: false,
  })
  expect(chartRange({ from: '2020-01-01' }, today)).toEqual({ from: '2025-11-21', to: today, isCut: true })
})

test('draws no chart without days, and no day outside of the filter', () => {
  expect(chartRange({ from: '2027-01-01' }, '2026-11-21')).toBeNull()
  expect(chartRange({ from: '2026-11-20', to: '2026-11-10' }, '2026-11-21')).toBeNull()
})
