import type { Endpoint } from '../endpoint.ts'
import { adminOnly, anyone, deciding, everyDuty, memberOnly } from '../roles.ts'

/** The hours for which the link to a new email is good. */
export const emailChangeHours = 24

export const getEmailChange = {
  id: 'get_email_change',
  method: 'GET',
  path: '/api/email-change',
  access: memberOnly,
} as const satisfies Endpoint

export const askEmailChange = {
  id: 'ask_email_change',
  method: 'POST',
  path: '/api/email-change',
  access: memberOnly,
  stepUp: { action: 'password', when: 'always' },
} as const satisfies Endpoint

export const dropEmailChange = {
  id: 'drop_email_change',
  method: 'DELETE',
  path: '/api/email-change',
  access: memberOnly,
} as const satisfies Endpoint

export const confirmEmailChange = {
  id: 'confirm_email_change',
  method: 'POST',
  path: '/api/auth/email-change',
  access: anyone,
  duties: everyDuty,
} as const satisfies Endpoint

export const correctEmail = {
  id: 'correct_email',
  method: 'POST',
  path: '/api/users/:userId/email',
  access: adminOnly,
  duties: deciding,
  stepUp: { action: 'decision', when: 'always' },
} as const satisfies Endpoint

export const correctDetails = {
  id: 'correct_details',
  method: 'PATCH',
  path: '/api/users/:userId/details',
  access: adminOnly,
  duties: deciding,
  stepUp: { action: 'decision', when: 'sometimes' },
} as const satisfies Endpoint
