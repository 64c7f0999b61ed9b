import { expect, test } from 'vitest'
import { keepRunning } from './keep-running.ts'
import { StartRefusal } from './start-refusal.ts'

const pauses = { quickMs: 50, firstPauseMs: 1, longestPauseMs: 4 }

/** A PostgreSQL that ends so many milliseconds after each of its starts, and is stopped after the last one. */
function fake(lives: (number | 'no start')[]) {
  const said: string[] = []
  let starts = 0
  const live = (life: number) => new Promise<string>((resolve) => setTimeout(() => resolve('signal SIGKILL'), life))
  const server = {
    exited: live(0),
    async restart() {
      const life = lives[starts]
      if (life === undefined) return false
      starts += 1
      if (life === 'no start') throw new StartRefusal('PostgreSQL did not start: the disk is full')
      server.exited = live(life)
      return true
    },
  }
  return { server, said, say: (sentence: string) => said.push(sentence), count: () => starts }
}

test('a PostgreSQL that dies now and then is started again each time, and each time is in the log', async () => {
  const { server, say, said, count } = fake(Array.from({ length: 10 }, () => 60))
  expect(await keepRunning(server, { say, ...pauses })).toBe('signal SIGKILL')
  expect(count()).toBe(10)
  expect(said).toHaveLength(10)
  expect(said[0]).toMatch(/^PostgreSQL ended \(signal SIGKILL\) and runs again after \d+ ms\.$/)
})

test('one that always dies at once is given up, with a sentence for the operator', async () => {
  const { server, say, count } = fake(Array.from({ length: 100 }, () => 0))
  expect(await keepRunning(server, { say, ...pauses })).toBe(
    'signal SIGKILL; it ended 7 times in a row right after its start',
  )
  expect(count()).toBe(6)
})

test('a start that fails is tried again, and counts as a quick end', async () => {
  const passing = fake(['no start', 'no start', 60])
  expect(await keepRunning(passing.server, { say: passing.say, ...pauses })).toBe('signal SIGKILL')
  expect(passing.said[0]).toBe('PostgreSQL ended and did not start again: PostgreSQL did not start: the disk is full')
  const lasting = fake(Array.from({ length: 100 }, () => 'no start' as const))
  expect(await keepRunning(lasting.server, { say: lasting.say, ...pauses })).toContain(
    'the disk is full; it ended 7 times',
  )
})
