import type { Endpoint } from '../endpoint.ts'
import { adminOnly, deciding, ownerOnly } from '../roles.ts'

export const listProposedChanges = {
  id: 'list_proposed_changes',
  method: 'GET',
  path: '/api/proposed-changes',
  access: adminOnly,
  duties: [...deciding, 'auditor'],
} as const satisfies Endpoint

export const decideChange = {
  id: 'decide_change',
  method: 'POST',
  path: '/api/proposed-changes/:changeId/decision',
  access: adminOnly,
  duties: deciding,
  stepUp: { action: 'decision', when: 'always' },
} as const satisfies Endpoint

export const getChangeOutlook = {
  id: 'get_change_outlook',
  method: 'GET',
  path: '/api/change-outlook',
  access: adminOnly,
  duties: ownerOnly,
} as const satisfies Endpoint
