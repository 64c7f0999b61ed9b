import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createConcurrencyLimit } from './concurrency-limit.ts'

test('a limited number works at once, in order, and a longer queue is refused', async () => {
  const limit = createConcurrencyLimit({ atOnce: 2, waitingMax: 3 })
  const begun: number[] = []
  let working = 0
  let most = 0
  const work = async (place: number) => {
    begun.push(place)
    working += 1
    most = Math.max(most, working)
    await sleep(5)
    working -= 1
    return place
  }
  const asked = [0, 1, 2, 3, 4, 5, 6].map(async (place) => limit.run(async () => work(place)))
  expect(limit.isFull()).toBe(true)
  const outcomes = await Promise.allSettled(asked)
  expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual([true, true, true, true, true, false, false])
  expect(outcomes[5]).toMatchObject({ reason: { code: 'too_many_requests' } })
  expect(begun).toEqual([0, 1, 2, 3, 4])
  expect(most).toBe(2)
  expect(limit.isFull()).toBe(false)
})

test('failed work frees its place', async () => {
  const limit = createConcurrencyLimit({ atOnce: 1, waitingMax: 1 })
  const failing = limit.run(async () => Promise.reject(new Error('no')))
  const next = limit.run(async () => Promise.resolve('done'))
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('done')
  expect(await limit.run(async () => Promise.resolve('again'))).toBe('again')
})

test('a place rests between two pieces of work, and finished work does not wait for the rest', async () => {
  const limit = createConcurrencyLimit({ atOnce: 1, waitingMax: 3, restShare: 2 })
  const begunMs: number[] = []
  const endedMs = await Promise.all(
    [0, 1, 2].map(async (place) => {
      await limit.run(async () => {
        begunMs[place] = performance.now()
        await sleep(20)
      })
      return performance.now()
    }),
  )
  for (const place of [1, 2]) {
    expect((begunMs[place] ?? 0) - (endedMs[place - 1] ?? 0)).toBeGreaterThan(35)
  }
})
