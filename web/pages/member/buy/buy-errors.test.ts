import { expect, test } from 'vitest'
import { ApiError } from '../../../lib/api-error.ts'
import { buyErrors, hashError, errorsOfRefusal } from './buy-errors.ts'

const slip = { id: 'a', name: 'slip.png', sizeBytes: 100 }

test('requires a package for a first purchase [BUY-09]', () => {
  expect(buyErrors({ amount: '', slip, hash: '' }, null, true)).toEqual({
    package: 'Please select a membership package to continue.',
    slip: undefined,
  })
})

test('requires the slip [BUY-15]', () => {
  expect(buyErrors({ amount: '5000', slip: null, hash: '' }, null, false)).toEqual({
    amount: undefined,
    slip: 'Please fill all fields and upload a payment slip.',
  })
  expect(buyErrors({ amount: '5000', slip, hash: '' }, null, false)).toEqual({ amount: undefined, slip: undefined })
})

test('places a refusal at its part of the form', () => {
  const refusal = (code: ConstructorParameters<typeof ApiError>[0]) => new ApiError(code, 422, { message: 'No.' })
  expect(errorsOfRefusal(refusal('buy_amount_not_multiple'))).toEqual({ amount: 'No.' })
  expect(errorsOfRefusal(refusal('upload_already_used'))).toEqual({ slip: 'No.' })
  expect(errorsOfRefusal(refusal('buying_closed'))).toEqual({ form: 'No.' })
})

test('accepts a transaction hash or none, and explains the fault of another text', () => {
  for (const hash of ['', '   ', 'a'.repeat(64), ' 0x5af1_c2-9 ']) expect(hashError(hash)).toBeUndefined()
  for (const hash of ['abc', 'https://tronscan.org/#/tx', 'a'.repeat(129), 'zwölf-zeichen']) {
    expect(hashError(hash)).toBe('Please enter a valid transaction hash, or leave it empty.')
  }
  const fields = { transaction_hash: 'No.' }
  expect(errorsOfRefusal(new ApiError('invalid_request', 400, { message: 'No.', fields }))).toEqual({ hash: 'No.' })
})
