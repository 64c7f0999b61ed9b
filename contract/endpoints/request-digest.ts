import type { Endpoint } from '../endpoint.ts'
import { adminOnly, deciding } from '../roles.ts'

/** The choices of mails about new requests. `at_once` is at most one mail a minute. */
export const digestRhythms = ['never', 'at_once', 'hourly', 'daily'] as const
export type DigestRhythm = (typeof digestRhythms)[number]

export const getRequestDigest = {
  id: 'get_request_digest',
  method: 'GET',
  path: '/api/request-digest',
  access: adminOnly,
  duties: deciding,
} as const satisfies Endpoint

export const saveRequestDigest = {
  id: 'save_request_digest',
  method: 'PATCH',
  path: '/api/request-digest',
  access: adminOnly,
  duties: deciding,
} as const satisfies Endpoint
