import { expect, test } from 'vitest'
import { balanceChanges, drawBalance, pointIndexAt, summariseBalance } from './balance-line.ts'

function point(day: number, balance_coins: string) {
  return { at: `2026-11-${String(day).padStart(2, '0')}T00:00:00Z`, balance_coins }
}

test('draws steps from the oldest to the newest balance, over time', () => {
  const line = drawBalance([point(1, '0'), point(6, '40000'), point(11, '20000')])
  expect(line.path).toBe('M0 100H50V0H100V50H100')
  expect(line.area).toBe('M0 100H50V0H100V50H100V100H0Z')
  expect(line.places).toEqual([
    { x: 0, y: 100 },
    { x: 50, y: 0 },
    { x: 100, y: 50 },
  ])
})

test('starts the axis at zero if the line has room, and has three round values at most', () => {
  const ticks = (...balances: string[]) =>
    drawBalance(balances.map((balance, index) => point(index + 1, balance))).ticks.map(({ value }) => value)
  expect(ticks('0', '27500')).toEqual(['0', '15000', '30000'])
  expect(ticks('1000', '1050.5')).toEqual(['1000', '1040', '1080'])
  expect(ticks('12250', '12750')).toEqual(['12250', '12500', '12750'])
  expect(ticks('5000', '5000')).toEqual(['0', '2500', '5000'])
  expect(ticks('0', '0.0001')).toEqual(['0', '0.0001'])
  expect(ticks('0', '0')).toHaveLength(2)
  expect(ticks('7', '1000000000000')).toEqual(['0', '500000000000', '1000000000000'])
})

test('has no filled area if the axis does not start at zero', () => {
  expect(drawBalance([point(1, '12250'), point(2, '12750')]).area).toBeNull()
})

test('finds the first, last, lowest and highest balance, of equal ones the latest', () => {
  const points = [point(1, '5'), point(2, '1'), point(3, '9'), point(4, '1'), point(5, '9')]
  const { first, last, lowest, highest } = summariseBalance(points)
  expect([first, last, lowest, highest].map(({ at }) => at.slice(8, 10))).toEqual(['01', '05', '04', '05'])
})

test('lists only what changed', () => {
  const points = [point(1, '5'), point(2, '5'), point(3, '9.5'), point(4, '9.5'), point(5, '2')]
  expect(balanceChanges(points).map(({ at, change }) => [at.slice(8, 10), change])).toEqual([
    ['01', null],
    ['03', '4.5'],
    ['05', '-7.5'],
  ])
})

test('reads out the latest point before a place on the screen', () => {
  const { places } = drawBalance([point(1, '1'), point(6, '2'), point(11, '3')])
  expect([-5, 0, 49, 50, 99, 100, 140].map((x) => pointIndexAt(places, x))).toEqual([0, 0, 0, 1, 1, 2, 2])
})
