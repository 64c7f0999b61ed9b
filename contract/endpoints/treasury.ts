import type { Endpoint } from '../endpoint.ts'
import { adminOnly, auditing, comparingMoney, deciding } from '../roles.ts'

export const getTreasury = {
  id: 'get_treasury',
  method: 'GET',
  path: '/api/treasury',
  access: adminOnly,
  duties: comparingMoney,
} as const satisfies Endpoint

export const checkTreasuryBalances = {
  id: 'check_treasury_balances',
  method: 'POST',
  path: '/api/treasury/balance-checks',
  access: adminOnly,
  duties: deciding,
} as const satisfies Endpoint

export const exportTreasury = {
  id: 'export_treasury',
  method: 'GET',
  path: '/api/treasury-export',
  access: adminOnly,
  duties: auditing,
  stepUp: { action: 'decision', when: 'always' },
} as const satisfies Endpoint
