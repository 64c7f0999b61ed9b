import type { Endpoint } from '../endpoint.ts'
import { memberOnly } from '../roles.ts'

export const pushEndpointMax = 1000

export const getPush = {
  id: 'get_push',
  method: 'GET',
  path: '/api/push',
  access: memberOnly,
} as const satisfies Endpoint

export const startPush = {
  id: 'start_push',
  method: 'POST',
  path: '/api/push',
  access: memberOnly,
} as const satisfies Endpoint

export const stopPush = {
  id: 'stop_push',
  method: 'DELETE',
  path: '/api/push',
  access: memberOnly,
} as const satisfies Endpoint
