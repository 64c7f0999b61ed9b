import type { Endpoint } from '../endpoint.ts'
import { adminOnly, deciding, everyDuty } from '../roles.ts'

/** Narrows a queue to the requests of the caller, or to those of no administrator. */
export const deskFilters = ['mine', 'none'] as const
export type DeskFilter = (typeof deskFilters)[number]

/** The most requests that are chosen, or assigned, at once. */
export const chosenMax = 50

/** The most requests that one administrator can have. */
export const assignedMax = 500

/** A look ends after so many seconds without a renewal. A page renews it every `lookRenewalSeconds` while it is visible. */
export const lookSeconds = 75
export const lookRenewalSeconds = 30

/** One administrator looks at so many requests at once, in as many tabs. */
export const looksMax = 5

export const lookAtRequest = {
  id: 'look_at_request',
  method: 'POST',
  path: '/api/requests/:userId/:requestId/look',
  access: adminOnly,
  duties: deciding,
} as const satisfies Endpoint

export const assignRequests = {
  id: 'assign_requests',
  method: 'POST',
  path: '/api/request-assignments',
  access: adminOnly,
  duties: deciding,
} as const satisfies Endpoint

export const listAssignees = {
  id: 'list_assignees',
  method: 'GET',
  path: '/api/request-assignees',
  access: adminOnly,
  duties: everyDuty,
} as const satisfies Endpoint

export const getNextRequest = {
  id: 'get_next_request',
  method: 'GET',
  path: '/api/next-request',
  access: adminOnly,
  duties: deciding,
} as const satisfies Endpoint
