import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createConcurrencyLimit, type ConcurrencyLimit } from './concurrency-limit.ts'

test('a limited number works at once, in order, and a longer queue is refused', async () => {
  const limit = createConcurrencyLimit({ atOnce: 2, lanes: { only: { waitingMax: 3 } } })
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
  const asked = [0, 1, 2, 3, 4, 5, 6].map(async (place) => limit.run('only', undefined, async () => work(place)))
  expect(limit.isFull('only')).toBe(true)
  const outcomes = await Promise.allSettled(asked)
  expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual([true, true, true, true, true, false, false])
  expect(outcomes[5]).toMatchObject({ reason: { code: 'server_busy' } })
  expect(begun).toEqual([0, 1, 2, 3, 4])
  expect(most).toBe(2)
  expect(limit.isFull('only')).toBe(false)
})

test('failed work frees its place', async () => {
  const limit = createConcurrencyLimit({ atOnce: 1, lanes: { only: { waitingMax: 1 } } })
  const failing = limit.run('only', undefined, async () => Promise.reject(new Error('no')))
  const next = limit.run('only', undefined, async () => Promise.resolve('done'))
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('done')
  expect(await limit.run('only', undefined, async () => Promise.resolve('again'))).toBe('again')
})

test('a place rests between two pieces of work, and finished work does not wait for the rest', async () => {
  const limit = createConcurrencyLimit({ atOnce: 1, lanes: { only: { waitingMax: 3 } }, restShare: 2 })
  const begunMs: number[] = []
  const endedMs = await Promise.all(
    [0, 1, 2].map(async (place) => {
      await limit.run('only', undefined, async () => {
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

/** Starts work that ends at `finish`. `begun` lists the names of the work in the order in which it begins. */
function createDesk<Lane extends string>(limit: ConcurrencyLimit<Lane>) {
  const begun: string[] = []
  const finishes = new Map<string, () => void>()
  return {
    begun,
    start: (name: string, lane: Lane, subject: string) =>
      limit.run(lane, subject, async () => {
        begun.push(name)
        await new Promise<void>((resolve) => finishes.set(name, resolve))
      }),
    async finish(name: string) {
      finishes.get(name)?.()
      await sleep(0)
    },
  }
}

test('one subject never fills all places, and others pass by its waiting work', async () => {
  const desk = createDesk(createConcurrencyLimit({ atOnce: 2, atOnceOfOne: 1, lanes: { only: { waitingMax: 20 } } }))
  for (const name of ['a1', 'a2', 'a3']) void desk.start(name, 'only', 'ada')
  void desk.start('b1', 'only', 'bob')
  await sleep(0)
  expect(desk.begun).toEqual(['a1', 'b1'])
  await desk.finish('b1')
  expect(desk.begun).toEqual(['a1', 'b1'])
  await desk.finish('a1')
  expect(desk.begun).toEqual(['a1', 'b1', 'a2'])
})

test('lanes take turns, and a full one refuses only its own work', async () => {
  const lanes = { known: { waitingMax: 4 }, stranger: { waitingMax: 2, waitingOfOne: 1 } }
  const limit = createConcurrencyLimit({ atOnce: 1, lanes })
  const desk = createDesk(limit)
  for (const name of ['s1', 's2', 's3']) void desk.start(name, 'stranger', name)
  await expect(desk.start('s4', 'stranger', 's4')).rejects.toMatchObject({ code: 'server_busy' })
  expect([limit.isFull('stranger'), limit.isFull('known')]).toEqual([true, false])
  for (const name of ['k1', 'k2']) void desk.start(name, 'known', name)
  for (const name of ['s1', 'k1', 's2', 'k2']) await desk.finish(name)
  expect(desk.begun).toEqual(['s1', 'k1', 's2', 'k2', 's3'])
})

test('one subject has only its share of the waiting work of a lane', async () => {
  const limit = createConcurrencyLimit({ atOnce: 1, lanes: { stranger: { waitingMax: 3, waitingOfOne: 1 } } })
  const desk = createDesk(limit)
  for (const name of ['a1', 'a2']) void desk.start(name, 'stranger', 'ada')
  await expect(desk.start('a3', 'stranger', 'ada')).rejects.toMatchObject({ code: 'too_many_requests' })
  void desk.start('b1', 'stranger', 'bob')
  for (const name of ['a1', 'a2']) await desk.finish(name)
  expect(desk.begun).toEqual(['a1', 'a2', 'b1'])
})
