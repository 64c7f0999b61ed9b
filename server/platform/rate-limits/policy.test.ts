import { expect, test } from 'vitest'
import { operations } from '../../../contract/operations.ts'
import { callRules, hashingCalls, namedRules } from './policy.ts'

test('every limited call is one that the server answers', () => {
  const ids = operations.map(({ id }) => id)
  expect([...Object.keys(callRules), ...hashingCalls].filter((id) => !ids.includes(id))).toEqual([])
})

test('no whole table can be taken again and again', () => {
  const exports = operations.map(({ id }) => id).filter((id) => id.startsWith('export_'))
  expect(exports).toHaveLength(5)
  expect(exports.filter((id) => !callRules[id]?.length)).toEqual([])
})

test('no two limits count in one bucket', () => {
  const names = [...Object.values(callRules).flat(), ...Object.values(namedRules)].map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})
