import * as z from 'zod/mini'
import * as endpoints from './endpoints/own-profile.ts'
import { fault } from './faults.ts'
import { nameField } from './account-fields.ts'
import { defineOperation, id, moment } from './operation.ts'
import { profile } from './profiles.ts'
import { optionalText } from './text-fields.ts'
import { t } from './translate.ts'
import { walletRefusals } from './wallet-review.ts'

/** Refuses control characters and line breaks of any kind, as an address is one line in a mail and on a screen. */
export const oneLine = /^[^\p{Cc}\p{Zl}\p{Zp}]*$/u

/**
 * Accepts any text that could be an address. A wrong checksum is only a warning here, but refuses a withdrawal to the
 * address.
 */
const walletAddress = optionalText(t('Wallet Address'), 128).check(
  z.refine((text) => oneLine.test(text ?? ''), fault('notPlainText')),
)

/**
 * The form of a member's own details. A field that is left out stays as it is; an empty wallet address removes the
 * address.
 */
export const updateProfileBody = z.strictObject({
  full_name: z.optional(nameField(fault('required', { field: t('Full Name') }), fault('lettersOnly'))),
  wallet_address: walletAddress,
})

export const updateProfile = defineOperation(endpoints.updateProfile, {
  summary:
    'Change one’s own name or wallet address. A wallet address needs a proof for the action wallet. ' +
    'The QR code and the explorer link follow from it. It is the default of the caller’s withdrawal addresses, and is added ' +
    'to them; an empty one takes the default out of them.',
  params: z.strictObject({ userId: id }),
  body: updateProfileBody,
  output: profile,
  errors: ['not_found', 'step_up_required', 'wallet_of_platform', 'wallet_addresses_full'],
})

export const getWalletQr = defineOperation(endpoints.getWalletQr, {
  summary: 'The QR code of a wallet address, 150 x 150, as SVG: members their own, administrators any.',
  params: z.strictObject({ userId: id }),
  output: z.unknown(),
  errors: ['not_found'],
  download: true,
})

export const checkWalletAddress = defineOperation(endpoints.checkWalletAddress, {
  summary: 'The network of an address, the state of its checksum, and the reason why it could not be withdrawn to.',
  body: z.strictObject({ wallet_address: walletAddress }),
  output: z.object({
    network: z.nullable(z.enum(['TRON', 'EVM'])),
    /** `none` for a text that carries no checksum, such as an EVM address with letters of one case only. */
    checksum: z.enum(['ok', 'bad', 'none']),
    /** The name of the address's network on this site; null when the address belongs to no known network. */
    network_name: z.nullable(z.string()),
    /** The network that the operator pays withdrawals on. */
    paid_on: z.string(),
    /** The reason why no withdrawal can go to the address. An address of the platform cannot even be saved. */
    refusal: z.nullable(z.enum(walletRefusals)),
  }),
})

export const getWalletChange = defineOperation(endpoints.getWalletChange, {
  summary:
    'The time at which the caller changed their wallet address, while withdrawals still show a warning about it; ' +
    'else null.',
  output: z.object({ changed_at: z.nullable(moment) }),
})
