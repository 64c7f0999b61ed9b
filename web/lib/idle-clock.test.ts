import { expect, test } from 'vitest'
import { idleMs, promptMs, idleStageAt, throttleMs } from './idle-clock.ts'

test('asks after four and a half minutes, and ends after five [IDLE-01] [IDLE-02] [IDLE-08]', () => {
  expect([idleMs, promptMs, throttleMs]).toEqual([300_000, 30_000, 500])
  expect(idleStageAt(269_999, 0)).toBe('active')
  expect(idleStageAt(270_000, 0)).toBe('asked')
  expect(idleStageAt(299_999, 0)).toBe('asked')
  expect(idleStageAt(300_000, 0)).toBe('over')
})

test('a night of sleep ends it without a question', () => {
  expect(idleStageAt(8 * 3_600_000, 0)).toBe('over')
})
