import { expect, test } from 'vitest'
import { referralStatuses } from '../../../../contract/endpoints/referrals.ts'
import { referralLink } from '../../../features/referrals/referral-link.ts'
import { filterDisplay, maskEmail, referralDisplay } from './referral-display.ts'
import { referralFilters } from './search.ts'

test('the link is the sign-up page with the code as ref [REFER-03]', () => {
  expect(referralLink('A1B2C3', 'https://et.example')).toBe('https://et.example/signup?ref=A1B2C3')
  expect(referralLink('a b&c', 'https://et.example')).toBe('https://et.example/signup?ref=a%20b%26c')
})

test('a pending first purchase is called Purchase Pending, and its filter Deposited [REFSTATE-03] [REFSTATE-04]', () => {
  expect(referralDisplay['First Purchase Pending'].label).toBe('Purchase Pending')
  expect(filterDisplay.deposited).toMatchObject({ label: 'Deposited', status: 'First Purchase Pending' })
  expect(referralFilters.map((filter) => filterDisplay[filter].status)).toEqual(referralStatuses)
})

test('an email keeps its first letter and its domain', () => {
  expect(maskEmail('amara.osei@mail.com')).toBe('a•••@mail.com')
  expect(maskEmail('a@b.io')).toBe('a•••@b.io')
  expect(maskEmail('"odd@local"@example.org')).toBe('"•••@example.org')
  expect(maskEmail('😀smile@example.org')).toBe('😀•••@example.org')
})
