import { expect, test } from 'vitest'
import { errors } from '../../../../contract/errors.ts'
import { daysOf } from './period.ts'

test('the periods of a day end with its month or year, also over the end of a year', () => {
  expect(daysOf({}, '2024-02-29')).toEqual({ from: '2024-02-01', to: '2024-02-29' })
  expect(daysOf({ period: 'last-month' }, '2025-01-31')).toEqual({ from: '2024-12-01', to: '2024-12-31' })
  expect(daysOf({ period: 'last-month' }, '2025-03-31')).toEqual({ from: '2025-02-01', to: '2025-02-28' })
  expect(daysOf({ period: 'this-year' }, '2024-12-31')).toEqual({ from: '2024-01-01', to: '2024-12-31' })
  expect(daysOf({ period: 'last-year' }, '2025-01-01')).toEqual({ from: '2024-01-01', to: '2024-12-31' })
})

test('an own period needs both days in their order, and has 366 at most', () => {
  const own = (from?: string, to?: string) => daysOf({ period: 'own', from, to }, '2026-01-01')
  expect(own('2024-01-01', '2024-12-31')).toEqual({ from: '2024-01-01', to: '2024-12-31' })
  expect(own('2024-01-01', '2025-01-01')).toBe(errors.report_too_long.message)
  expect(own('2024-01-02', '2024-01-01')).toBe('The first day is after the last one.')
  expect(own('2024-01-02')).toBe('Please choose the first and the last day.')
  // Days without the name of an own period are left alone.
  expect(daysOf({ from: '2020-01-01', to: '2020-01-02' }, '2026-01-15')).toEqual({
    from: '2026-01-01',
    to: '2026-01-31',
  })
})
