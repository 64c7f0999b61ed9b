import * as z from 'zod/mini'
import * as endpoints from './endpoints/sessions.ts'
import { defineOperation, id, moment, emptyObject } from './operation.ts'

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

export const listSessions = defineOperation(endpoints.listSessions, {
  summary: 'The sessions of the calling person, the last used first.',
  output: z.object({ items: z.array(ownSession) }),
})

export const endSession = defineOperation(endpoints.endSession, {
  summary: 'End one of the caller’s own sessions.',
  params: z.strictObject({ sessionId: id }),
  output: emptyObject,
  errors: ['not_found'],
})

export const signOutElsewhere = defineOperation(endpoints.signOutElsewhere, {
  summary: 'End every session of the caller except this one.',
  output: z.object({ ended: z.number() }),
})
