import { expect, test } from 'vitest'
import { limitsOf, ownLimits } from '../../../contract/limits.ts'
import { operations } from '../../../contract/operations.ts'
import { hashingCalls, namedRules, statementCalls } from './policy.ts'

test('every limited call exists', () => {
  const ids = operations.map(({ id }) => id)
  expect([...Object.keys(ownLimits), ...hashingCalls, ...statementCalls].filter((id) => !ids.includes(id))).toEqual([])
})

test('a call with a statement that takes the attempt has one limit, by account', () => {
  const limits = operations.filter(({ id }) => statementCalls.has(id)).map((operation) => limitsOf(operation).own)
  expect(limits.map((own) => own.map(({ by, unit, counts, flag }) => [by, unit, counts, flag]))).toEqual(
    Array.from(statementCalls, () => [['account', undefined, undefined, undefined]]),
  )
})

test('no operation is without a limit by account and by network', () => {
  expect(operations.length).toBeGreaterThan(80)
  for (const operation of operations) {
    const { own, common } = limitsOf(operation)
    const counted = [...own, ...common].filter(({ counts }) => !counts).map(({ by }) => by)
    expect([operation.id, counted]).toEqual([operation.id, expect.arrayContaining(['account', 'network'])])
  }
})

test('all exports of whole tables are limited', () => {
  const exports = operations.map(({ id }) => id).filter((id) => id.startsWith('export_'))
  expect(exports).toHaveLength(12)
  expect(exports.filter((id) => !ownLimits[id]?.length)).toEqual([])
})

test('no two limits share a bucket, and calls that are counted together share one limit', () => {
  const limits = operations.map(limitsOf).flatMap(({ own, common }) => [...own, ...common])
  const names = [...new Set([...limits, ...Object.values(namedRules)])].map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})

test('every change that is mailed to its own account, and every link that is mailed to another person, has a limit of its own', () => {
  const mailed = operations.filter(({ id }) =>
    /^(add|remove)_(passkey|wallet)|two_factor$|recovery_codes|^change_password/.test(id),
  )
  const changes = mailed.filter(({ id, method }) => method !== 'GET' && !/^(start|reset)_/.test(id)).map(({ id }) => id)
  expect(changes).toHaveLength(8)
  const links = ['add_user', 'resend_confirmation', 'create_invitation', 'forgot_password', 'sign_up']
  expect([...changes, ...links, 'update_profile'].filter((id) => !ownLimits[id]?.length)).toEqual([])
})
