import { expect, test } from 'vitest'
import { operations } from '../../contract/operations.ts'
import { callRules, hashingCalls, namedRules } from './policy.ts'

test('every limited call is one that the server answers', () => {
  const ids = operations.map(({ id }) => id)
  expect([...Object.keys(callRules), ...hashingCalls].filter((id) => !ids.includes(id))).toEqual([])
})

test('no two limits count in one bucket', () => {
  const names = [...Object.values(callRules).flat(), ...Object.values(namedRules)].map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})
