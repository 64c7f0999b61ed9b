import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { batchTopics } from './batch-topics.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function listen() {
  const heard: string[] = []
  return { heard, topics: batchTopics((topics) => heard.push(topics.join(' '))) }
}

test('passes on the first change at once, and the following ones together', () => {
  const { heard, topics } = listen()
  topics.add(['requests'])
  expect(heard).toEqual(['requests'])
  for (const topic of ['wallet', 'requests', 'wallet'] as const) topics.add([topic])
  expect(heard).toEqual(['requests'])
  vi.advanceTimersByTime(1_000)
  expect(heard).toEqual(['requests', 'wallet requests'])
  // After a quiet time, the next change does not wait either.
  topics.add(['chat'])
  expect(heard).toEqual(['requests', 'wallet requests', 'chat'])
})

test('a hundred changes in a second are passed on three times, the last one included', () => {
  const { heard, topics } = listen()
  for (let count = 0; count < 100; count += 1) {
    topics.add(['requests'])
    vi.advanceTimersByTime(10)
  }
  expect(heard).toHaveLength(3)
  topics.add(['requests'])
  vi.advanceTimersByTime(1_000)
  expect(heard).toHaveLength(4)
})

test('in an announced rest all changes wait for its end, and the next one passes at once', () => {
  const { heard, topics } = listen()
  topics.rest(1_000)
  topics.add(['requests'])
  vi.advanceTimersByTime(900)
  topics.add(['wallet'])
  // A second announcement does not make the first changes wait longer.
  topics.rest(1_000)
  expect(heard).toEqual([])
  vi.advanceTimersByTime(100)
  expect(heard).toEqual(['requests wallet'])
  vi.advanceTimersByTime(1_000)
  topics.rest(1_000)
  vi.advanceTimersByTime(1_000)
  topics.add(['chat'])
  expect(heard).toEqual(['requests wallet', 'chat'])
})

test('a stopped listener gets no waiting changes', () => {
  const { heard, topics } = listen()
  topics.add(['requests'])
  topics.add(['wallet'])
  topics.stop()
  vi.advanceTimersByTime(1_000)
  expect(heard).toEqual(['requests'])
  topics.add(['wallet'])
  expect(heard).toEqual(['requests', 'wallet'])
})
