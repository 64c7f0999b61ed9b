import type { Endpoint } from '../endpoint.ts'
import { everyDuty, memberOnly, signedIn } from '../roles.ts'

/** In the order of the alphabet, which the list of people by status follows from page to page. */
export const profileStatuses = ['Active', 'Closed', 'Inactive', 'Suspended'] as const
/** The statuses that administrators give. An account is closed by its own rules. */
export const givenStatuses = ['Active', 'Inactive', 'Suspended'] as const

export const getProfile = {
  id: 'get_profile',
  method: 'GET',
  path: '/api/profiles/:userId',
  access: signedIn,
  duties: everyDuty,
  onRecord: 'person_read',
} as const satisfies Endpoint

export const getProfileByMemberId = {
  id: 'get_profile_by_member_id',
  method: 'GET',
  path: '/api/rpc/get_profile_by_member_id',
  access: memberOnly,
} as const satisfies Endpoint
