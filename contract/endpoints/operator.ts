import type { Endpoint } from '../endpoint.ts'
import { anyone, everyDuty } from '../roles.ts'

export const getOperator = {
  id: 'get_operator',
  method: 'GET',
  path: '/api/operator',
  access: anyone,
  duties: everyDuty,
} as const satisfies Endpoint
