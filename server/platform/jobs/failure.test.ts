import { expect, test } from 'vitest'
import { Unchecked } from '../chain/unchecked.ts'
import { describeFailure } from './failure.ts'

const withCode = (code: string, message = 'it broke') => Object.assign(new Error(message), { code })

test.each([
  ['EAUTH', 'login'],
  ['EENVELOPE', 'refused'],
  ['ENOSPC', 'disk'],
  ['57P01', 'database'],
  ['57014', 'database'],
  ['25006', 'database'],
  ['ECONNREFUSED', 'network'],
  ['ETIMEDOUT', 'network'],
  ['42P01', 'fault'],
])('an error with the code %s is of the kind %s', (code, reason) => {
  expect(describeFailure(withCode(code)).reason).toBe(reason)
  expect(describeFailure(new Error('outer', { cause: withCode(code) })).reason).toBe(reason)
})

test('an error without a code is a fault of the program, unless a call took too long', () => {
  expect(describeFailure(new Error('it broke'))).toEqual({ reason: 'fault', problem: 'it broke' })
  expect(describeFailure('a text').reason).toBe('fault')
  expect(describeFailure(new DOMException('late', 'TimeoutError')).reason).toBe('network')
  expect(describeFailure(new Error('Connection terminated unexpectedly')).reason).toBe('database')
})

test('a chain that could not be asked is a failure of the network, with its reason', () => {
  const problem = 'The chain could not be asked: rate_limited'
  expect(describeFailure(new Unchecked('rate_limited'))).toEqual({ reason: 'network', problem })
})

test('the words of an error lose addresses, names in quotes, paths and long numbers, and are cut', () => {
  const words = [
    'no mail for ada@example.org',
    'duplicate key "ada lovelace"',
    'ENOENT: no such file /data/files/ada.png',
    'account 0190f0a0-0000-7000-8000-0000000000f1 is gone',
    'from 203.0.113.77 refused',
  ]
  for (const text of words) {
    const { problem } = describeFailure(new Error(text))
    expect(problem).not.toMatch(/ada|example|lovelace|0190f0a0|203\.0/)
    expect(problem).toContain('…')
  }
  expect(describeFailure(new Error('a '.repeat(500))).problem.length).toBeLessThanOrEqual(160)
  expect(describeFailure(withCode('42P01', 'no such table')).problem).toBe('42P01: no such table')
})
