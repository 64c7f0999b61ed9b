import { expect, test } from 'vitest'
import { operations } from '../../../contract/operations.ts'
import { callRules, hashingCalls, namedRules } from './policy.ts'

test('every limited call exists', () => {
  const ids = operations.map(({ id }) => id)
  expect([...Object.keys(callRules), ...hashingCalls].filter((id) => !ids.includes(id))).toEqual([])
})

test('all exports of whole tables are limited', () => {
  const exports = operations.map(({ id }) => id).filter((id) => id.startsWith('export_'))
  expect(exports).toHaveLength(5)
  expect(exports.filter((id) => !callRules[id]?.length)).toEqual([])
})

test('no two limits share a bucket, and calls that are counted together share one limit', () => {
  const rules = new Set([...Object.values(callRules).flat(), ...Object.values(namedRules)])
  const names = [...rules].map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})
