import { expect, test } from 'vitest'
import { errors } from '../../contract/errors.ts'
import { fallbackTexts } from '../../contract/texts.ts'
import { messageOf, networkError } from './api-error.ts'
import { readRefusal } from './read-refusal.ts'

test('carries the code, the sentence and the fields of a refusal', () => {
  const body = {
    code: 'referral_not_found',
    message: 'Referral ID not found.',
    fields: { referredById: 'Referral ID not found.' },
  }
  const error = readRefusal(422, JSON.stringify(body))
  expect(error).toMatchObject({ ...body, status: 422 })
})

test('has the status of a decided request', () => {
  const error = readRefusal(409, JSON.stringify({ code: 'already_processed', message: 'x', status: 'approved' }))
  expect(error.requestStatus).toBe('approved')
})

test('is the same refusal if it came as a question', () => {
  const body = JSON.stringify({ code: 'step_up_required', message: 'x' })
  expect(readRefusal(202, body)).toMatchObject({ code: 'step_up_required', status: 401 })
})

test('tells how long to wait', () => {
  const body = JSON.stringify({ code: 'too_many_requests', message: 'x' })
  expect(readRefusal(429, body, '90').retryAfterSeconds).toBe(90)
  expect(readRefusal(429, body, 'Wed, 21 Oct 2026 07:28:00 GMT').retryAfterSeconds).toBeUndefined()
  expect(readRefusal(429, body).retryAfterSeconds).toBeUndefined()
})

test('the sentence of a refusal names the wait, if it is known', () => {
  const body = JSON.stringify({ code: 'too_many_requests', message: 'Please wait a moment.' })
  expect(messageOf(readRefusal(429, body, '90'))).toBe('Too many attempts. You can try again in 2 minutes.')
  expect(messageOf(readRefusal(429, body))).toBe(errors.too_many_requests.message)
})

test.each(['<html>502 Bad Gateway</html>', '', 'null', '{"code":"nonsense","message":"boom"}', '{"code":"forbidden"}'])(
  'has the neutral sentence for an answer of another server: %s',
  (text) => {
    expect(readRefusal(502, text)).toMatchObject({
      code: 'internal_error',
      message: errors.internal_error.message,
      status: 502,
      isWithoutMessage: true,
    })
  },
)

test('never shows the text of a technical error', () => {
  expect(messageOf(new TypeError('x is not a function'))).toBe(errors.internal_error.message)
  expect(messageOf(networkError())).toBe(fallbackTexts.network)
})
