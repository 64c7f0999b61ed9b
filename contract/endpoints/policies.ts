import type { Endpoint } from '../endpoint.ts'
import { adminOnly, auditing, ownerOnly } from '../roles.ts'

export const listPolicies = {
  id: 'list_policies',
  method: 'GET',
  path: '/api/policies',
  access: adminOnly,
  duties: auditing,
} as const satisfies Endpoint

export const changePolicy = {
  id: 'change_policy',
  method: 'POST',
  path: '/api/policies',
  access: adminOnly,
  duties: ownerOnly,
  stepUp: { action: 'decision', when: 'always' },
} as const satisfies Endpoint
