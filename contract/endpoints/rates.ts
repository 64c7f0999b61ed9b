import type { Endpoint } from '../endpoint.ts'
import { signedIn } from '../roles.ts'

export const getExchangeRates = {
  id: 'get-exchange-rates',
  method: 'GET',
  path: '/api/functions/get-exchange-rates',
  access: signedIn,
} as const satisfies Endpoint
