import { expect, test } from 'vitest'
import { drawBars, sumDays, toDaySpans } from './bars.ts'

const dayOf = (index: number) => new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10)

function days(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    day: dayOf(index),
    purchases_coins: '0.1',
    purchases_usd: '0.2',
    withdrawals_coins: index === 3 ? '1000' : '0',
    new_members: 1,
    members: 10 + index,
  }))
}

test('keeps the days of a short range, and sums a year up by weeks exactly', () => {
  expect(toDaySpans(days(90))).toHaveLength(90)
  expect(toDaySpans(days(30))[3]).toMatchObject({ from: dayOf(3), to: dayOf(3), withdrawals_coins: '1000' })
  const weeks = toDaySpans(days(364))
  expect(weeks).toHaveLength(52)
  expect(weeks[0]).toEqual({
    from: dayOf(0),
    to: dayOf(6),
    purchases_coins: '0.7',
    purchases_usd: '1.4',
    withdrawals_coins: '1000',
    new_members: 7,
    members: 16,
  })
  expect(weeks.at(-1)).toMatchObject({ to: dayOf(363), members: 373, withdrawals_coins: '0' })
  expect(sumDays(days(364))).toMatchObject({ purchases_coins: '36.4', new_members: 364 })
})

test('scales the bars to the highest one, and keeps the smallest visible', () => {
  expect(drawBars(['50', '100', '0', '0.0001'])).toEqual({
    path: 'M3.5 100V50H21.5V100ZM28.5 100V0H46.5V100ZM78.5 100V99H96.5V100Z',
    highest: 1,
  })
  expect(drawBars(['1000000000000', '1000000000000']).highest).toBe(1)
  expect(drawBars(['0', '0'])).toEqual({ path: '', highest: undefined })
})
