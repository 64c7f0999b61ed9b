import { expect, test } from 'vitest'
import { draftOf, restorable } from './drafts.ts'

const saved = { fullName: 'Ama', area: '', isNews: false }

test('a draft holds what was changed, and drops out when it is as it was saved', () => {
  expect(draftOf({ fullName: 'Ama', area: 'Osu', isNews: true }, saved)).toEqual({ area: 'Osu', isNews: true })
  expect(draftOf(saved, saved)).toEqual({})
})

test.each(['password', 'retypePassword', 'current_password', 'code', 'recoveryCode', 'token'])(
  'a field called %s is never kept, nor taken from a draft',
  (name) => {
    expect(draftOf({ [name]: 'typed' }, {})).toEqual({})
    expect(restorable({ [name]: 'typed' }, { [name]: '' })).toEqual({})
  },
)

test('files, numbers and what a form leaves out are not kept', () => {
  expect(draftOf({ slip: new Blob(['x']), count: 3, packageId: 'one' }, {}, ['packageId'])).toEqual({})
})

test('only fields that the form still has come back, and of their kind', () => {
  expect(restorable({ area: 'Osu', gone: 'x', fullName: 5 }, saved)).toEqual({ area: 'Osu' })
  for (const broken of [null, 'text', 7]) expect(restorable(broken, saved)).toEqual({})
})
