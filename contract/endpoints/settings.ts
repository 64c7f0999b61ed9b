import type { Endpoint } from '../endpoint.ts'
import { anyone, everyDuty, memberOnly } from '../roles.ts'

export const getPlatformSettings = {
  id: 'get_platform_settings',
  method: 'GET',
  path: '/api/settings',
  access: anyone,
  duties: everyDuty,
} as const satisfies Endpoint

export const getDepositInstructions = {
  id: 'get_deposit_instructions',
  method: 'GET',
  path: '/api/deposit-instructions',
  access: memberOnly,
} as const satisfies Endpoint
