import type { Endpoint } from '../endpoint.ts'
import { anyone } from '../roles.ts'

export const getOperator = {
  id: 'get_operator',
  method: 'GET',
  path: '/api/operator',
  access: anyone,
} as const satisfies Endpoint
