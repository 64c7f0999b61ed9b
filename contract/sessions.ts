import * as z from 'zod/mini'
import { defineOperation, id, moment, nothing } from './operation.ts'
import { signedIn } from './roles.ts'

/** The most sessions of an account. A further one ends the session that has been unused for longest. */
export const sessionsMax = 50

export const ownSession = z.object({
  id,
  created_at: moment,
  last_active_at: moment,
  expires_at: moment,
  ip_address: z.string(),
  user_agent: z.string(),
  /** The session of this very browser. */
  is_current: z.boolean(),
})
export type OwnSession = z.infer<typeof ownSession>

export const listSessions = defineOperation({
  id: 'list_sessions',
  summary: 'Where the calling person is signed in, the last used first.',
  method: 'GET',
  path: '/api/auth/sessions',
  access: signedIn,
  output: z.object({ items: z.array(ownSession) }),
})

export const endSession = defineOperation({
  id: 'end_session',
  summary: 'Sign out one of one’s own sessions.',
  method: 'DELETE',
  path: '/api/auth/sessions/:sessionId',
  access: signedIn,
  params: z.strictObject({ sessionId: id }),
  output: nothing,
  errors: ['not_found'],
})

export const signOutElsewhere = defineOperation({
  id: 'sign_out_elsewhere',
  summary: 'End every session of one’s own but this one.',
  method: 'POST',
  path: '/api/auth/sign-out-elsewhere',
  access: signedIn,
  output: z.object({ ended: z.number() }),
})
