import { expect, test } from 'vitest'
import { ApiError } from '../../lib/api-error.ts'
import { buyFaults, placeOfRefusal } from './buy-faults.ts'

const slip = { id: 'a', name: 'slip.png', sizeBytes: 100 }

test('asks for a package before a first purchase [BUY-09]', () => {
  expect(buyFaults({ amount: '', slip }, null, true)).toEqual({
    package: 'Please select a membership package to continue.',
    slip: undefined,
  })
})

test('asks for the slip [BUY-15]', () => {
  expect(buyFaults({ amount: '5000', slip: null }, null, false)).toEqual({
    amount: undefined,
    slip: 'Please fill all fields and upload a payment slip.',
  })
  expect(buyFaults({ amount: '5000', slip }, null, false)).toEqual({ amount: undefined, slip: undefined })
})

test('shows a refusal beside the part of the form it is about', () => {
  const refusal = (code: ConstructorParameters<typeof ApiError>[0]) => new ApiError(code, 422, { message: 'No.' })
  expect(placeOfRefusal(refusal('buy_amount_not_multiple'))).toEqual({ amount: 'No.' })
  expect(placeOfRefusal(refusal('upload_already_used'))).toEqual({ slip: 'No.' })
  expect(placeOfRefusal(refusal('buying_closed'))).toEqual({ form: 'No.' })
})
