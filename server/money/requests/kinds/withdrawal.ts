import type { PayoutState } from '../../../../contract/endpoints/payouts.ts'
import type { InputOf } from '../../../../contract/operation.ts'
import type { submitWithdrawalRequest, WithdrawalRequest } from '../../../../contract/requests.ts'
import { withdrawalSubmittedMail } from '../mails.ts'
import { requireField, ownerFields, sharedFields, type RequestRow } from '../request-columns.ts'
import type { KindFacts } from './kind-facts.ts'

const kind = 'withdrawal'

export const withdrawal: KindFacts<WithdrawalRequest, InputOf<typeof submitWithdrawalRequest>['body']> = {
  kind,
  toInput: (body) => ({
    coins: body.amount_coins,
    uploadId: body.attachment_id,
    walletAddress: body.wallet_address,
  }),
  exportName: 'Withdrawal',
  toRequest: (row) => ({
    kind,
    ...sharedFields(row),
    user_id: row.user_id,
    profile: ownerFields(row),
    usdt_amount: row.usdt_amount,
    usdt_rate: row.usdt_rate,
    usdt_rate_is_fallback: row.usdt_rate_is_fallback,
    wallet_address: requireField(row.wallet_address),
    withdrawal_time: row.withdrawal_time,
    attachment_id: row.upload_id,
    attachment_url: row.upload_path,
    payout: readPayout(row),
  }),
  ownerOf: ({ profile }) => profile,
  exportColumns: {
    'Amount (USDT)': (request) => request.usdt_amount ?? unknown,
    'Rate (USD per USDT)': (request) => request.usdt_rate ?? unknown,
    'Fallback rate': (request) => (request.usdt_rate_is_fallback ? 'Yes' : ''),
    'Wallet address': (request) => request.wallet_address,
    Payment: ({ payout }) => payout && payoutNames[payout.state],
    'Payment transaction': ({ payout }) => payout?.hash ?? null,
  },
  locksCoins: true,
  submittedMail: withdrawalSubmittedMail,
  bonusOf: () => null,
  isFirst: async () => null,
}

/** Stands for the USDT of a withdrawal from before that amount was recorded. An empty cell would read as none. */
const unknown = 'Unknown'

const payoutNames: Record<PayoutState, string> = {
  untracked: 'Not recorded',
  to_pay: 'To be sent',
  sent: 'Sent, not checked',
  confirmed: 'Confirmed on the network',
  cancelled: 'Cancelled by the reversal',
}

function readPayout(row: RequestRow): WithdrawalRequest['payout'] {
  const { payout_state: state, payout_since: since, payout_hash: hash, payout_failures: failures } = row
  return state === null || since === null ? null : { state, since, hash, failures: failures ?? 0 }
}
