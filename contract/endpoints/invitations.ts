import type { Endpoint } from '../endpoint.ts'
import { adminOnly, anyone, auditing, everyDuty, ownerOnly } from '../roles.ts'

export const listInvitations = {
  id: 'list_invitations',
  method: 'GET',
  path: '/api/invitations',
  access: adminOnly,
  duties: auditing,
} as const satisfies Endpoint

export const checkInvitation = {
  id: 'check_invitation',
  method: 'POST',
  path: '/api/auth/invitation',
  access: anyone,
  duties: everyDuty,
} as const satisfies Endpoint

export const createInvitation = {
  id: 'create_invitation',
  method: 'POST',
  path: '/api/invitations',
  access: adminOnly,
  duties: ownerOnly,
  isIdempotent: true,
  stepUp: { action: 'decision', when: 'always' },
} as const satisfies Endpoint

export const revokeInvitation = {
  id: 'revoke_invitation',
  method: 'POST',
  path: '/api/invitations/:invitationId/revocation',
  access: adminOnly,
  duties: ownerOnly,
  isIdempotent: true,
  stepUp: { action: 'decision', when: 'always' },
} as const satisfies Endpoint
