import * as z from 'zod/mini'
import * as endpoints from './endpoints/invitations.ts'
import { defineOperation, id, moment, emptyObject, pageQuery, pageOf } from './operation.ts'
import { duties } from './roles.ts'
import { createInvitationBody } from './user-bodies.ts'

export const invitationStatuses = ['waiting', 'open', 'used', 'revoked', 'expired'] as const

export const invitation = z.object({
  id,
  status: z.enum(invitationStatuses),
  /** The only address that may register with it; null when any person with the link may. */
  email: z.nullable(z.string()),
  /** The duty of the administrator who registers with it. */
  duty: z.enum(duties),
  created_at: moment,
  expires_at: moment,
  /** Null for the invitation that the installation itself printed. */
  created_by_name: z.nullable(z.string()),
  used_by_name: z.nullable(z.string()),
})
export type Invitation = z.infer<typeof invitation>

export const listInvitations = defineOperation(endpoints.listInvitations, {
  summary: 'Invitations for administrators, newest first.',
  query: z.strictObject({ ...pageQuery }),
  output: pageOf(invitation),
})

export const checkInvitation = defineOperation(endpoints.checkInvitation, {
  summary: 'The duty that an open invitation gives; null for any other text. Uses nothing up.',
  body: z.strictObject({ invitation: z.string().check(z.maxLength(200)) }),
  output: z.object({ duty: z.nullable(z.enum(duties)) }),
})

export const createInvitation = defineOperation(endpoints.createInvitation, {
  summary:
    'Invite an administrator. The link is in no other answer; with an address it is mailed too. All owners are told.',
  body: createInvitationBody,
  output: z.object({ invitation, link: z.string() }),
  errors: ['email_taken', 'step_up_required'],
})

export const revokeInvitation = defineOperation(endpoints.revokeInvitation, {
  summary: 'Revoke an open invitation.',
  params: z.strictObject({ invitationId: id }),
  output: emptyObject,
  errors: ['not_found', 'invitation_closed', 'step_up_required'],
})
