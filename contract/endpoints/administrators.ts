import type { Endpoint } from '../endpoint.ts'
import { adminOnly, auditing, ownerOnly } from '../roles.ts'

export const listAdministrators = {
  id: 'list_administrators',
  method: 'GET',
  path: '/api/administrators',
  access: adminOnly,
  duties: auditing,
} as const satisfies Endpoint

export const changeDuty = {
  id: 'change_duty',
  method: 'POST',
  path: '/api/administrators/:userId/duty',
  access: adminOnly,
  duties: ownerOnly,
  stepUp: { action: 'decision', when: 'always' },
} as const satisfies Endpoint
