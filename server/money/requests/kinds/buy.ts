import type { InputOf } from '../../../../contract/operation.ts'
import type { BuyRequest, submitBuyRequest } from '../../../../contract/requests.ts'
import { toUsdt } from '../../deposits/usdt.ts'
import { requireField, ownerFields, sharedFields } from '../request-columns.ts'
import type { KindFacts } from './kind-facts.ts'

const kind = 'buy'

export const buy: KindFacts<BuyRequest, InputOf<typeof submitBuyRequest>['body']> = {
  kind,
  toInput: (body) => ({
    coins: body.amount_coins,
    packageId: body.package_id,
    uploadId: body.payment_proof_id,
    quoteId: body.quote_id,
    // An empty text stands for no hash.
    transactionHash: body.transaction_hash || null,
  }),
  exportName: 'Buy',
  toRequest: (row) => ({
    kind,
    ...sharedFields(row),
    user_id: row.user_id,
    profile: ownerFields(row),
    usdt_amount: requireField(row.usdt_amount),
    usdt_tail: row.usdt_tail,
    usdt_rate: requireField(row.usdt_rate),
    usdt_rate_is_fallback: row.usdt_rate_is_fallback,
    bonus_coins: requireField(row.bonus_coins),
    payment_proof_id: row.upload_id,
    payment_proof_url: row.upload_path,
    transaction_hash: row.transaction_hash,
    slip_revision: row.slip_revision,
    slip_asked_at: row.status === 'pending' ? row.slip_asked_at : null,
    slip_reason: row.status === 'pending' ? row.slip_reason : null,
    package_id: row.package_id,
    package_name: row.package_name,
    received_usdt: row.received_units === null ? null : toUsdt(row.received_units),
    credited_coins: row.credited_coins,
    credited_usd: row.credited_usd,
  }),
  ownerOf: ({ profile }) => profile,
  exportColumns: {
    'Amount (USDT)': (request) => request.usdt_amount,
    'Rate (USD per USDT)': (request) => request.usdt_rate,
    // Without this mark, a 1 in the column before would look like a rate.
    'Fallback rate': (request) => (request.usdt_rate_is_fallback ? 'Yes' : ''),
    Package: (request) => request.package_name,
    'Transaction hash': (request) => request.transaction_hash,
    'Received (USDT)': (request) => request.received_usdt,
    'Credited (ET)': (request) => request.credited_coins,
    'Credited (USD)': (request) => request.credited_usd,
  },
  locksCoins: false,
  submittedMail: null,
  bonusOf: ({ bonus_coins: bonus, credited_coins: credited }) => (credited === null ? bonus : '0'),
  isFirst: async () => null,
}
