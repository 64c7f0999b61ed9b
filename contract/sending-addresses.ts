import * as z from 'zod/mini'
import * as endpoints from './endpoints/sending-addresses.ts'
import { defineOperation, id, moment } from './operation.ts'

/** An address that the caller pays from, with the time at which it was registered. */
export const sendingAddress = z.object({ id, address: z.string(), added_at: moment })
export type SendingAddress = z.infer<typeof sendingAddress>

const addresses = z.object({ items: z.array(sendingAddress) })

export const listSendingAddresses = defineOperation(endpoints.listSendingAddresses, {
  summary: 'The addresses that the caller pays from, up to five, in the order in which they were registered.',
  output: addresses,
})

export const addSendingAddress = defineOperation(endpoints.addSendingAddress, {
  summary:
    'Register a TRON address that the caller pays from. A later payment from it counts as the caller’s, unless another member ' +
    'registers it, too.',
  body: z.strictObject({ address: z.string().check(z.trim(), z.minLength(1), z.maxLength(128)) }),
  output: addresses,
  errors: ['sending_address_invalid', 'sending_address_listed', 'sending_addresses_full'],
})

export const removeSendingAddress = defineOperation(endpoints.removeSendingAddress, {
  summary: 'Remove an address that the caller no longer pays from.',
  params: z.strictObject({ addressId: id }),
  output: addresses,
  errors: ['not_found'],
})
