import type { Endpoint } from '../endpoint.ts'
import { anyone, everyDuty, signedIn } from '../roles.ts'

export const forgotPassword = {
  id: 'forgot_password',
  method: 'POST',
  path: '/api/auth/forgot-password',
  access: anyone,
  duties: everyDuty,
} as const satisfies Endpoint

export const checkResetLink = {
  id: 'check_reset_link',
  method: 'POST',
  path: '/api/auth/reset-link',
  access: anyone,
  duties: everyDuty,
} as const satisfies Endpoint

export const resetPassword = {
  id: 'reset_password',
  method: 'POST',
  path: '/api/auth/reset-password',
  access: anyone,
  duties: everyDuty,
} as const satisfies Endpoint

export const changePassword = {
  id: 'change_password',
  method: 'POST',
  path: '/api/auth/password',
  access: signedIn,
  duties: everyDuty,
  stepUp: { action: 'password', when: 'sometimes' },
} as const satisfies Endpoint
