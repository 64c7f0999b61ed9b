import { expect, test } from 'vitest'
import { attemptAfterFailure } from './attempt.ts'
import { ApiError } from './api-error.ts'

const refused = (status: number, code: ApiError['code']) => new ApiError(code, status, { message: '' })

test('without an answer an attempt may have arrived', () => {
  for (const error of [new Error('broken'), refused(0, 'network'), refused(503, 'outcome_unknown')])
    expect(attemptAfterFailure(error, 'this', null)).toEqual({ attempt: 'this' })
})

test('a refusal says that the call had no effect, unless it came before the call was handled', () => {
  expect(attemptAfterFailure(refused(422, 'insufficient_funds'), 'this', 'this')).toEqual({ attempt: null })
  expect(attemptAfterFailure(refused(429, 'too_many_requests'), 'this', 'earlier')).toEqual({ attempt: 'earlier' })
  expect(attemptAfterFailure(refused(401, 'not_signed_in'), 'this', null)).toEqual({ attempt: null })
})

test('a call that was not confirmed says nothing about an earlier attempt', () => {
  expect(attemptAfterFailure(refused(403, 'not_confirmed'), 'this', 'earlier')).toEqual({ attempt: 'earlier' })
  expect(attemptAfterFailure(refused(0, 'not_confirmed'), 'this', null)).toEqual({ attempt: null })
})

test('a key of another call is replaced', () => {
  const { key, attempt } = attemptAfterFailure(refused(422, 'idempotency_key_reused'), 'this', 'earlier')
  expect(attempt).toBeNull()
  expect(key).toMatch(/^[\da-f-]{36}$/)
})
