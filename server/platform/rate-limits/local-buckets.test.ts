import { expect, test } from 'vitest'
import { createLocalBuckets } from './local-buckets.ts'

const rule = { name: 'read', atOnce: 3, refillMs: 2_000 }

test('a bucket allows its number of attempts, and then one for each refill', () => {
  let nowMs = 5_000
  const buckets = createLocalBuckets(() => nowMs)
  for (let count = 0; count < 3; count += 1) expect(buckets.take(rule, 'a')).toEqual({ isTaken: true })
  expect(buckets.take(rule, 'a')).toMatchObject({ isTaken: false, waitSeconds: 2 })
  expect(buckets.take(rule, 'b')).toEqual({ isTaken: true })
  expect(buckets.take({ ...rule, name: 'change' }, 'a')).toEqual({ isTaken: true })
  nowMs += 2_000
  expect(buckets.take(rule, 'a')).toEqual({ isTaken: true })
  expect(buckets.take(rule, 'a')).toMatchObject({ isTaken: false })
  nowMs += 3_600_000
  for (let count = 0; count < 3; count += 1) expect(buckets.take(rule, 'a')).toEqual({ isTaken: true })
  expect(buckets.take(rule, 'a')).toMatchObject({ isTaken: false })
})
