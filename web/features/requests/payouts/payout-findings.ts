import type { PayoutCheck, PayoutFinding } from '../../../../contract/endpoints/payouts.ts'
import type { Payout } from '../../../../contract/payouts.ts'
import { t } from '../../../../contract/translate.ts'
import type { Tone } from '../../../ui/badge.tsx'

// The texts for administrators lie apart, because members load those of their own withdrawals with every page.

export const findingTexts: Record<PayoutFinding, string> = {
  failed_on_chain: t('The transaction failed on the network. Nothing was paid.'),
  wrong_address: t('The transaction pays this amount to another address.'),
  too_little: t('The transaction pays less to this address.'),
  too_much: t('The transaction pays more to this address.'),
  other_token: t('The transaction pays in another token.'),
  log_used: t('This transfer of the transaction pays another payout already.'),
  before_request: t('The transaction is older than the request.'),
  no_transfer: t('The transaction pays neither this amount nor this address.'),
  paid_after_all: t('An earlier transaction has paid this after all. Record its hash, and do not pay again.'),
}

const checkTexts: Record<PayoutCheck, string> = {
  not_checked: t('Recorded, not checked'),
  other_network: t('Recorded, not checked: the address is not one of TRON'),
  waiting: t('Recorded, not yet looked up'),
  not_found: t('In no final block yet'),
  could_not_check: t('Could not be checked: no provider has answered'),
  flagged: t('Not confirmed by the network'),
  confirmed: t('Confirmed on the network'),
}
const checkTones: Record<PayoutCheck, Tone> = {
  not_checked: 'neutral',
  other_network: 'neutral',
  waiting: 'wait',
  not_found: 'wait',
  could_not_check: 'neutral',
  flagged: 'bad',
  confirmed: 'ok',
}

/** Names what is known of a payout, for administrators. */
export function payoutStatus({ state, check }: Pick<Payout, 'state' | 'check'>): { label: string; tone: Tone } {
  if (check !== null) return { label: checkTexts[check], tone: checkTones[check] }
  if (state === 'cancelled') return { label: t('Cancelled by the reversal'), tone: 'neutral' }
  return state === 'untracked'
    ? { label: t('Approved before payouts were recorded'), tone: 'neutral' }
    : { label: t('To pay'), tone: 'wait' }
}
