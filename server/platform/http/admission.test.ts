import { beforeEach, expect, test } from 'vitest'
import { createAdmission, type Admission } from './admission.ts'

let clock = 0
let admission: Admission
beforeEach(() => {
  clock = 0
  admission = createAdmission(() => clock)
})

/** Lets so many calls arrive, and returns the ends of those that are taken. */
function arrive(count: number, callClass: 'read' | 'change' = 'read') {
  return Array.from({ length: count }, () => admission.enter(callClass)).filter((end) => end !== undefined)
}

test('a burst at a quiet moment is taken whole', () => {
  expect(arrive(1_000)).toHaveLength(1_000)
})

test('calls that nothing ends are refused once the oldest is late, reads before changes', () => {
  const waiting = arrive(128)
  expect(waiting).toHaveLength(128)
  clock = 126
  expect(arrive(10)).toHaveLength(0)
  while (waiting.length > 48) waiting.shift()?.(false)
  expect(arrive(10)).toHaveLength(0)
  // Changes may be half as many more.
  expect(arrive(40, 'change')).toHaveLength(24)
})

test('there may be as many calls as the server ends in a tenth of a second', () => {
  const waiting = arrive(1_900)
  // It ends 1000 calls in a second, so 100 in the time.
  for (clock = 0; clock < 1_000; clock += 10) for (let count = 0; count < 10; count += 1) waiting.shift()?.(true)
  expect(arrive(1)).toHaveLength(0)
  while (waiting.length > 95) waiting.shift()?.(true)
  clock += 251
  expect(arrive(50).length).toBeGreaterThan(0)
})

test('a burst is not taken whole right after the server was late', () => {
  const waiting = arrive(200)
  clock = 300
  expect(arrive(1)).toHaveLength(0)
  for (const end of waiting) end(true)
  const most = arrive(1_000).length
  expect(most).toBeLessThan(250)
  clock = 1_301
  expect(arrive(1_000)).toHaveLength(0)
})

test('a burst is taken whole again once no call has been slow for five seconds', () => {
  const waiting = arrive(200)
  clock = 300
  expect(arrive(1)).toHaveLength(0)
  for (const end of waiting) end(true)
  // While it is strict, a call that waits for more than a tenth of a second keeps it so.
  clock = 4_000
  const [slow] = arrive(1)
  clock = 4_101
  arrive(1).forEach((end) => end(true))
  slow?.(true)
  clock = 9_102
  expect(arrive(1_000)).toHaveLength(1_000)
})

test('few calls are taken however late they are: 128, and 48 once there were more', () => {
  const waiting = arrive(127)
  clock = 10_000
  expect(arrive(1)).toHaveLength(1)
  expect(arrive(1)).toHaveLength(0)
  while (waiting.length > 46) waiting.shift()?.(false)
  expect(arrive(2)).toHaveLength(1)
})

test('a call ends once', () => {
  const waiting = arrive(128)
  clock = 126
  expect(arrive(1)).toHaveLength(0)
  const [first] = waiting
  while (waiting.length > 47) waiting.shift()?.(false)
  for (let count = 0; count < 5; count += 1) first?.(false)
  expect(arrive(10)).toHaveLength(1)
})

test('calls that end without an answer do not raise the number that is taken', () => {
  const waiting = arrive(500)
  for (clock = 0; clock < 1_000; clock += 10) waiting.shift()?.(false)
  while (waiting.length > 128) waiting.shift()?.(false)
  clock += 126
  expect(arrive(1)).toHaveLength(0)
})
