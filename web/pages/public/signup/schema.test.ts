import { expect, test } from 'vitest'
import { fieldTexts } from '../../../../contract/texts.ts'
import { fieldErrors } from '../../../lib/field-errors.ts'
import { emptySignup, signupSchema, toSignUp, type SignupForm } from './schema.ts'

const filled: SignupForm = {
  fullName: 'Amara Osei',
  email: 'amara@example.org',
  contactNumber: '+44 20 7946 0018',
  referredById: '',
  country: 'GB',
  state: 'SCT',
  city: 'Edinburgh',
  area: '',
  password: 'long enough',
  retypePassword: 'long enough',
  packageId: '01a1fbf0-ef66-7290-ae53-0c1296725afa',
}

function faultsOf(form: SignupForm): Record<string, string> {
  const result = signupSchema.safeParse(form)
  return result.success ? {} : fieldErrors(result.error)
}

test('an empty form names every required field at once [SIGNUP-03] [SIGNUP-05] [SIGNUP-07] [SIGNUP-17] [SIGNUP-20]', () => {
  expect(faultsOf(emptySignup)).toEqual({
    fullName: 'Full Name is required.',
    email: fieldTexts.emailNeeded,
    contactNumber: 'Contact Number is required.',
    country: 'Country is required.',
    city: 'City is required.',
    password: fieldTexts.passwordShort,
    packageId: fieldTexts.packageNeeded,
  })
})

test('a state is required where the country lists states, even while other fields are wrong [SIGNUP-08]', () => {
  expect(faultsOf({ ...filled, state: '' })).toEqual({ state: 'State is required.' })
  expect(faultsOf({ ...filled, state: '', city: '' })).toEqual({
    state: 'State is required.',
    city: 'City is required.',
  })
  expect(faultsOf({ ...filled, country: 'DE', state: '' })).toEqual({})
})

test('area and referral ID are optional, and not sent if they are empty [SIGNUP-09]', () => {
  expect(faultsOf(filled)).toEqual({})
  expect(toSignUp(filled)).not.toHaveProperty('area')
  expect(toSignUp(filled)).not.toHaveProperty('referredById')
  expect(toSignUp({ ...filled, referredById: 'ab12', area: 'Leith' })).toMatchObject({
    referredById: 'ab12',
    area: 'Leith',
  })
})

test('a state left over from another country is not sent', () => {
  expect(toSignUp({ ...filled, country: 'DE' })).not.toHaveProperty('state')
})

test('the passwords must be the same [SIGNUP-19]', () => {
  expect(faultsOf({ ...filled, retypePassword: 'another one' })).toEqual({
    retypePassword: fieldTexts.passwordsDiffer,
  })
})
