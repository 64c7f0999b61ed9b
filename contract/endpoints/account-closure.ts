import type { Endpoint } from '../endpoint.ts'
import { adminOnly, deciding, memberOnly } from '../roles.ts'

/** The days between the wish to close an account and its end. */
export const closureDays = 7

/** The reasons why an account cannot be closed. */
export const closureObstacles = ['debt', 'balance', 'locked', 'requests', 'payouts', 'proposal', 'review'] as const
export type ClosureObstacle = (typeof closureObstacles)[number]

export const getAccountClosure = {
  id: 'get_account_closure',
  method: 'GET',
  path: '/api/account-closure',
  access: memberOnly,
} as const satisfies Endpoint

export const askAccountClosure = {
  id: 'ask_account_closure',
  method: 'POST',
  path: '/api/account-closure',
  access: memberOnly,
  stepUp: { action: 'password', when: 'always' },
} as const satisfies Endpoint

export const keepAccount = {
  id: 'keep_account',
  method: 'DELETE',
  path: '/api/account-closure',
  access: memberOnly,
} as const satisfies Endpoint

export const beginClosure = {
  id: 'begin_closure',
  method: 'POST',
  path: '/api/users/:userId/closure',
  access: adminOnly,
  duties: deciding,
  stepUp: { action: 'decision', when: 'always' },
} as const satisfies Endpoint

export const callOffClosure = {
  id: 'call_off_closure',
  method: 'POST',
  path: '/api/users/:userId/closure-end',
  access: adminOnly,
  duties: deciding,
  stepUp: { action: 'decision', when: 'always' },
} as const satisfies Endpoint
