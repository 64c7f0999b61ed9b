import type { Endpoint } from '../endpoint.ts'
import { everyDuty, memberOnly, signedIn } from '../roles.ts'

export const updateProfile = {
  id: 'update_profile',
  method: 'PATCH',
  path: '/api/profiles/:userId',
  access: memberOnly,
  stepUp: { action: 'wallet', when: 'sometimes' },
} as const satisfies Endpoint

export const getWalletQr = {
  id: 'get_wallet_qr',
  method: 'GET',
  path: '/api/profiles/:userId/wallet-qr',
  access: signedIn,
  duties: everyDuty,
} as const satisfies Endpoint

export const checkWalletAddress = {
  id: 'check_wallet_address',
  method: 'POST',
  path: '/api/wallet-address-check',
  access: memberOnly,
} as const satisfies Endpoint

export const getWalletChange = {
  id: 'get_wallet_change',
  method: 'GET',
  path: '/api/wallet-change',
  access: memberOnly,
} as const satisfies Endpoint
