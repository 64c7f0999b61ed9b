import type { Endpoint } from '../endpoint.ts'
import { memberOnly } from '../roles.ts'

/** The most addresses that a member pays from. */
export const sendingAddressesMax = 5

export const listSendingAddresses = {
  id: 'list_sending_addresses',
  method: 'GET',
  path: '/api/sending-addresses',
  access: memberOnly,
} as const satisfies Endpoint

export const addSendingAddress = {
  id: 'add_sending_address',
  method: 'POST',
  path: '/api/sending-addresses',
  access: memberOnly,
} as const satisfies Endpoint

export const removeSendingAddress = {
  id: 'remove_sending_address',
  method: 'DELETE',
  path: '/api/sending-addresses/:addressId',
  access: memberOnly,
} as const satisfies Endpoint
