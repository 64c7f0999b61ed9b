import { expect, test } from 'vitest'
import { drawBalance, isWorthDrawing } from './balance-line.ts'

function transaction(day: number, balance: string) {
  return {
    id: `t${day}`,
    user_id: 'u',
    type: 'BUY',
    amount: '1000',
    rate: '0.01',
    total_usd_value: '10',
    balance_after: balance,
    created_at: `2026-11-${String(day).padStart(2, '0')}T00:00:00Z`,
  }
}

test('draws steps from the oldest to the newest balance', () => {
  const line = drawBalance([transaction(11, '3000'), transaction(6, '5000'), transaction(1, '1000')])
  expect(line.path).toBe('M0 100H50V0H100V50H100')
  expect(line.endPercent).toBe(50)
  expect([line.lowest.id, line.highest.id, line.oldest.id, line.newest.id]).toEqual(['t1', 't6', 't1', 't11'])
})

test('keeps an unchanged balance in the middle', () => {
  expect(drawBalance([transaction(2, '1000'), transaction(1, '1000')]).path).toBe('M0 50H100V50H100')
})

test('draws only what says more than the table', () => {
  expect(isWorthDrawing([transaction(3, '3000'), transaction(2, '2000')])).toBe(false)
  expect(isWorthDrawing([transaction(2, '3000'), transaction(2, '2000'), transaction(2, '1000')])).toBe(false)
  expect(isWorthDrawing([transaction(3, '3000'), transaction(2, '2000'), transaction(1, '1000')])).toBe(true)
  expect(isWorthDrawing([])).toBe(false)
})
