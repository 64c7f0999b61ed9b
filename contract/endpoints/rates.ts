import type { Endpoint } from '../endpoint.ts'
import { everyDuty, signedIn } from '../roles.ts'

export const getExchangeRates = {
  id: 'get-exchange-rates',
  method: 'GET',
  path: '/api/functions/get-exchange-rates',
  access: signedIn,
  duties: everyDuty,
} as const satisfies Endpoint
