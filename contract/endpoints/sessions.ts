import type { Endpoint } from '../endpoint.ts'
import { everyDuty, signedIn } from '../roles.ts'

export const listSessions = {
  id: 'list_sessions',
  method: 'GET',
  path: '/api/auth/sessions',
  access: signedIn,
  duties: everyDuty,
} as const satisfies Endpoint

export const endSession = {
  id: 'end_session',
  method: 'DELETE',
  path: '/api/auth/sessions/:sessionId',
  access: signedIn,
  duties: everyDuty,
} as const satisfies Endpoint

export const signOutElsewhere = {
  id: 'sign_out_elsewhere',
  method: 'POST',
  path: '/api/auth/sign-out-elsewhere',
  access: signedIn,
  duties: everyDuty,
} as const satisfies Endpoint
