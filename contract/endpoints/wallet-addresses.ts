import type { Endpoint } from '../endpoint.ts'
import { memberOnly } from '../roles.ts'

/** The most withdrawal addresses of a member. */
export const walletAddressesMax = 5

export const listWalletAddresses = {
  id: 'list_wallet_addresses',
  method: 'GET',
  path: '/api/wallet-addresses',
  access: memberOnly,
} as const satisfies Endpoint

export const addWalletAddress = {
  id: 'add_wallet_address',
  method: 'POST',
  path: '/api/wallet-addresses',
  access: memberOnly,
  stepUp: { action: 'wallet', when: 'always' },
} as const satisfies Endpoint

export const removeWalletAddress = {
  id: 'remove_wallet_address',
  method: 'DELETE',
  path: '/api/wallet-addresses/:addressId',
  access: memberOnly,
  stepUp: { action: 'wallet', when: 'always' },
} as const satisfies Endpoint
