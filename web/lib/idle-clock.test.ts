import { expect, test } from 'vitest'
import { idleMs, promptMs, stageAt, throttleMs } from './idle-clock.ts'

test('asks after four and a half minutes, and ends after five [IDLE-01] [IDLE-02] [IDLE-08]', () => {
  expect([idleMs, promptMs, throttleMs]).toEqual([300_000, 30_000, 500])
  expect(stageAt(269_999, 0)).toBe('active')
  expect(stageAt(270_000, 0)).toBe('asked')
  expect(stageAt(299_999, 0)).toBe('asked')
  expect(stageAt(300_000, 0)).toBe('over')
})

test('a night of sleep ends it without a question', () => {
  expect(stageAt(8 * 3_600_000, 0)).toBe('over')
})
