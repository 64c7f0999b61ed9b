import type { Endpoint } from '../endpoint.ts'
import { memberOnly } from '../roles.ts'

export const getStatement = {
  id: 'get_statement',
  method: 'GET',
  path: '/api/statement',
  access: memberOnly,
} as const satisfies Endpoint

export const exportStatement = {
  id: 'export_statement',
  method: 'GET',
  path: '/api/statement-export',
  access: memberOnly,
} as const satisfies Endpoint
