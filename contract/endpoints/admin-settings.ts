import type { Endpoint } from '../endpoint.ts'
import { adminOnly, auditing, ownerOnly } from '../roles.ts'

export const getAdminSettings = {
  id: 'get_admin_settings',
  method: 'GET',
  path: '/api/admin-settings',
  access: adminOnly,
  duties: auditing,
} as const satisfies Endpoint

export const changeSettings = {
  id: 'change_settings',
  method: 'PATCH',
  path: '/api/admin-settings',
  access: adminOnly,
  duties: ownerOnly,
  isIdempotent: true,
  stepUp: { action: 'decision', when: 'sometimes' },
} as const satisfies Endpoint

export const getRateImpact = {
  id: 'get_rate_impact',
  method: 'GET',
  path: '/api/admin-settings/rate-impact',
  access: adminOnly,
  duties: auditing,
} as const satisfies Endpoint

export const checkDeposit = {
  id: 'check_deposit',
  method: 'GET',
  path: '/api/admin-settings/deposit-check',
  access: adminOnly,
  duties: auditing,
} as const satisfies Endpoint

export const listRateChanges = {
  id: 'list_rate_changes',
  method: 'GET',
  path: '/api/admin-settings/rate-changes',
  access: adminOnly,
  duties: auditing,
} as const satisfies Endpoint
