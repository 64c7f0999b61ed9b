import type { Endpoint } from '../endpoint.ts'
import { adminOnly, auditing, deciding, everyDuty } from '../roles.ts'

export const userSorts = ['name', 'member_id', 'wallet', 'status', 'joined'] as const

export const walletTwinsMax = 10

export const openRequestsMax = 100

export const listUsers = {
  id: 'list_users',
  method: 'GET',
  path: '/api/users',
  access: adminOnly,
  duties: everyDuty,
} as const satisfies Endpoint

export const exportUsers = {
  id: 'export_users',
  method: 'GET',
  path: '/api/user-export',
  access: adminOnly,
  duties: auditing,
  stepUp: { action: 'decision', when: 'always' },
} as const satisfies Endpoint

export const getUser = {
  id: 'get_user',
  method: 'GET',
  path: '/api/users/:userId',
  access: adminOnly,
  duties: everyDuty,
  onRecord: 'person_read',
} as const satisfies Endpoint

export const listLoginHistory = {
  id: 'list_login_history',
  method: 'GET',
  path: '/api/users/:userId/login-history',
  access: adminOnly,
  duties: everyDuty,
  onRecord: 'person_read',
} as const satisfies Endpoint

export const listUserSessions = {
  id: 'list_user_sessions',
  method: 'GET',
  path: '/api/users/:userId/sessions',
  access: adminOnly,
  duties: everyDuty,
  onRecord: 'person_read',
} as const satisfies Endpoint

export const addUser = {
  id: 'add_user',
  method: 'POST',
  path: '/api/users',
  access: adminOnly,
  duties: deciding,
  isIdempotent: true,
} as const satisfies Endpoint

export const changeUserStatus = {
  id: 'change_user_status',
  method: 'POST',
  path: '/api/users/:userId/status',
  access: adminOnly,
  duties: deciding,
  stepUp: { action: 'decision', when: 'sometimes' },
} as const satisfies Endpoint

export const signOutUser = {
  id: 'sign_out_user',
  method: 'POST',
  path: '/api/users/:userId/sign-out',
  access: adminOnly,
  duties: deciding,
  stepUp: { action: 'decision', when: 'sometimes' },
} as const satisfies Endpoint

export const resendConfirmation = {
  id: 'resend_confirmation',
  method: 'POST',
  path: '/api/users/:userId/confirmation-mail',
  access: adminOnly,
  duties: deciding,
} as const satisfies Endpoint

export const resetTwoFactor = {
  id: 'reset_two_factor',
  method: 'POST',
  path: '/api/users/:userId/two-factor-reset',
  access: adminOnly,
  duties: deciding,
  stepUp: { action: 'two_factor', when: 'always' },
} as const satisfies Endpoint
