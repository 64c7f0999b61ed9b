import type { Endpoint } from '../endpoint.ts'
import { adminOnly } from '../roles.ts'

export const listInvitations = {
  id: 'list_invitations',
  method: 'GET',
  path: '/api/invitations',
  access: adminOnly,
} as const satisfies Endpoint

export const createInvitation = {
  id: 'create_invitation',
  method: 'POST',
  path: '/api/invitations',
  access: adminOnly,
  isIdempotent: true,
} as const satisfies Endpoint

export const revokeInvitation = {
  id: 'revoke_invitation',
  method: 'POST',
  path: '/api/invitations/:invitationId/revocation',
  access: adminOnly,
  isIdempotent: true,
} as const satisfies Endpoint
