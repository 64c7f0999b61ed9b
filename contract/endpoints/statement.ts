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

export const getStatementSums = {
  id: 'get_statement_sums',
  method: 'GET',
  path: '/api/statement-sums',
  access: memberOnly,
} as const satisfies Endpoint

export const exportStatementSums = {
  id: 'export_statement_sums',
  method: 'GET',
  path: '/api/statement-sums-export',
  access: memberOnly,
} as const satisfies Endpoint
