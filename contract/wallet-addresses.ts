import * as z from 'zod/mini'
import * as endpoints from './endpoints/wallet-addresses.ts'
import { fault } from './faults.ts'
import { defineOperation, id, moment } from './operation.ts'
import { oneLine } from './own-profile.ts'
import { plainText } from './text-fields.ts'
import { t } from './translate.ts'

/** An address of the caller's book. */
export const listedAddress = z.object({
  id,
  address: z.string(),
  /** True for the wallet address of the profile. */
  is_default: z.boolean(),
  /** The time from which withdrawals to the address can be approved, if it is still to come; else null. */
  usable_from: z.nullable(moment),
})
export type ListedAddress = z.infer<typeof listedAddress>

/** The default address first, then the others in the order in which they were added. */
const addresses = z.object({ items: z.array(listedAddress) })

export const listWalletAddresses = defineOperation(endpoints.listWalletAddresses, {
  summary: 'The caller’s withdrawal addresses, up to five, with the time from which each is usable.',
  output: addresses,
})

export const addWalletAddress = defineOperation(endpoints.addWalletAddress, {
  summary:
    'Add a withdrawal address. Withdrawals to it can be asked for at once, and approved once the hours of a hold have passed. ' +
    'The wallet address of the profile, which is the default, is changed by update_profile.',
  body: z.strictObject({
    wallet_address: plainText(t('Wallet Address'), 128).check(
      z.refine((text) => oneLine.test(text), fault('notPlainText')),
    ),
  }),
  output: addresses,
  errors: ['step_up_required', 'wallet_of_platform', 'wallet_address_listed', 'wallet_addresses_full'],
})

export const removeWalletAddress = defineOperation(endpoints.removeWalletAddress, {
  summary: 'Remove a withdrawal address that is not the default. A pending withdrawal to it can no longer be approved.',
  params: z.strictObject({ addressId: id }),
  output: addresses,
  errors: ['not_found', 'step_up_required', 'wallet_address_default'],
})
