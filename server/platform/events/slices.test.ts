import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { visitInSlices } from './slices.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Visits these items in slices of three, once in 900 ms. */
function start(items: Set<number>, visit: (slice: number[]) => Promise<void> | void = () => {}) {
  const visited: { atMs: number; slice: number[] }[] = []
  const errors: unknown[] = []
  const startMs = Date.now()
  const stop = visitInSlices({
    items,
    size: 3,
    everyMs: 900,
    visit: (slice) => {
      visited.push({ atMs: Date.now() - startMs, slice })
      return visit(slice)
    },
    onError: (error) => errors.push(error),
  })
  return { visited, errors, stop }
}

test('the visits of many items are spread over the time', async () => {
  const { visited, stop } = start(new Set([1, 2, 3, 4, 5, 6, 7, 8, 9]))
  await vi.advanceTimersByTimeAsync(2_000)
  expect(visited).toEqual([
    { atMs: 900, slice: [1, 2, 3] },
    { atMs: 1200, slice: [4, 5, 6] },
    { atMs: 1500, slice: [7, 8, 9] },
    { atMs: 1800, slice: [1, 2, 3] },
  ])
  stop()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(visited).toHaveLength(4)
})

test('few items are visited together, and none cost nothing', async () => {
  const items = new Set([1, 2])
  const { visited } = start(items)
  await vi.advanceTimersByTimeAsync(2_000)
  items.clear()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(visited).toEqual([
    { atMs: 900, slice: [1, 2] },
    { atMs: 1800, slice: [1, 2] },
  ])
})

test('an item that comes during a round is part of it, and one that went is not', async () => {
  const items = new Set([1, 2, 3, 4, 5])
  const { visited } = start(items)
  await vi.advanceTimersByTimeAsync(900)
  items.delete(4)
  items.add(6)
  await vi.advanceTimersByTimeAsync(600)
  expect(visited.map(({ slice }) => slice)).toEqual([
    [1, 2, 3],
    [5, 6],
  ])
})

test('a visit that fails is reported, and the visits go on', async () => {
  const { visited, errors } = start(new Set([1, 2, 3, 4]), async ([first]) => {
    if (first === 1) throw new Error('out of order')
    await new Promise((resolve) => setTimeout(resolve, 100))
  })
  await vi.advanceTimersByTimeAsync(2_000)
  // The pause after a slice is its share of the time, and begins when its visit has ended.
  expect(visited.map(({ atMs }) => atMs)).toEqual([900, 1575, 1900])
  expect(errors).toEqual([new Error('out of order'), new Error('out of order')])
})
