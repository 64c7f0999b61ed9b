import type { Endpoint } from '../endpoint.ts'
import { memberOnly } from '../roles.ts'

/** The steps of a friend: registered, asked for a first package, received it. */
export const referralStatuses = ['Registered', 'First Purchase Pending', 'Bonus Awarded'] as const

export const listReferrals = {
  id: 'list_referrals',
  method: 'GET',
  path: '/api/referrals',
  access: memberOnly,
} as const satisfies Endpoint

export const getReferralSummary = {
  id: 'get_referral_summary',
  method: 'GET',
  path: '/api/referral-summary',
  access: memberOnly,
} as const satisfies Endpoint
