import type { Endpoint } from '../endpoint.ts'
import { adminOnly, anyone, deciding, everyDuty, memberOnly } from '../roles.ts'

/** The changes of an account after which its withdrawals and transfers are held. */
export const holdCauses = ['password', 'two_factor', 'email', 'wallet_address', 'new_device'] as const
export type HoldCause = (typeof holdCauses)[number]

export const getOutgoingState = {
  id: 'get_outgoing_state',
  method: 'GET',
  path: '/api/outgoing-state',
  access: memberOnly,
} as const satisfies Endpoint

export const reportNotMe = {
  id: 'report_not_me',
  method: 'POST',
  path: '/api/auth/not-me',
  access: anyone,
  duties: everyDuty,
} as const satisfies Endpoint

export const liftStop = {
  id: 'lift_stop',
  method: 'POST',
  path: '/api/users/:userId/stop-lift',
  access: adminOnly,
  duties: deciding,
  stepUp: { action: 'decision', when: 'always' },
} as const satisfies Endpoint
