import type { PayoutState } from '../../../../contract/endpoints/payouts.ts'
import type { WithdrawalRequest } from '../../../../contract/requests.ts'
import { t } from '../../../../contract/translate.ts'

type OwnPayout = NonNullable<WithdrawalRequest['payout']>

const stateTexts: Record<PayoutState, string> = {
  untracked: t('Approved, its payment is not recorded here'),
  to_pay: t('Approved, payment on its way'),
  sent: t('Sent, not checked'),
  confirmed: t('Confirmed on the network'),
  cancelled: t('Payment cancelled by the reversal'),
}

/** Names the payment of a withdrawal for its member. */
export function payoutText({ state, failures }: OwnPayout): string {
  return state === 'to_pay' && failures > 0 ? t('Payment failed, it will be sent again') : stateTexts[state]
}

/** Returns the explorer's page of a transaction that pays an address of TRON; null for any other address. */
export function transactionLink(hash: string, address: string): string | null {
  return /^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(address) ? `https://tronscan.org/#/transaction/${hash}` : null
}
