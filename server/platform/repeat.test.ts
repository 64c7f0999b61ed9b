import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { repeat } from './repeat.ts'

test('work runs at once and again at its interval, also after a failure, and never twice at the same time', async () => {
  const errors: unknown[] = []
  let [runs, now, most] = [0, 0, 0]
  const stop = repeat(
    async () => {
      runs += 1
      most = Math.max(most, (now += 1))
      await sleep(15)
      now -= 1
      if (runs === 1) throw new Error('the first run failed')
    },
    { everyMs: 5, isAtOnce: true, onError: (error) => errors.push(error) },
  )
  await expect.poll(() => runs, { timeout: 5_000 }).toBeGreaterThan(3)
  await stop()
  expect([most, errors]).toEqual([1, [new Error('the first run failed')]])
})

test('the end waits for the run under way, tells it to stop, and begins no other', async () => {
  const begun = Promise.withResolvers<AbortSignal>()
  let runs = 0
  let isDone = false
  const stop = repeat(
    async (signal) => {
      runs += 1
      begun.resolve(signal)
      await sleep(30)
      isDone = true
    },
    { everyMs: 1, isAtOnce: true, onError: () => {} },
  )
  const signal = await begun.promise
  await stop()
  expect([signal.aborted, isDone, runs]).toEqual([true, true, 1])
})
