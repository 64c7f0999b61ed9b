import type { HoldCause } from '../../../contract/endpoints/holds.ts'
import { errors } from '../../../contract/errors.ts'
import type { OutgoingState } from '../../../contract/holds.ts'
import { t } from '../../../contract/translate.ts'

/** The reasons of a hold, in words that fit the member and the administrator. */
export const holdCauseTexts: Record<HoldCause, string> = {
  password: t('The password of the account was changed.'),
  two_factor: t('The second factor of the account was changed.'),
  email: t('The email address of the account was changed.'),
  wallet_address: t('The wallet address of the account was set or changed.'),
  new_device: t('The account was opened on a new device without a second factor.'),
}

/** Returns the reason for which no withdrawal or transfer of a member can be approved now. */
export function outgoingObstacle(state: OutgoingState | null | undefined): string | undefined {
  if (state?.is_stopped) return errors.outgoing_stopped.message
  if (state?.hold && Date.parse(state.hold.until) > Date.now()) return t('Held: it cannot be approved yet.')
  return undefined
}
