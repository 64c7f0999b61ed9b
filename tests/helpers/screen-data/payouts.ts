import { randomUUID } from 'node:crypto'
import type { Payout, PayoutTotals } from '../../../contract/payouts.ts'

const none = { count: 0, usdt: '0' }

export const noPayouts: PayoutTotals = {
  to_pay: none,
  sent: none,
  flagged: none,
  confirmed: none,
  untracked: none,
  oldest_to_pay: null,
  is_watched: true,
}

export const paymentHash = 'ab12'.repeat(16)

export function aPayout(fields: Partial<Payout> = {}): Payout {
  return {
    user_id: randomUUID(),
    request_id: randomUUID(),
    number: 'W-7K3M-94',
    full_name: 'Amina Diallo',
    member_id: 'ET-100042',
    state: 'to_pay',
    wallet_address: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE',
    usdt_amount: '1234.5678',
    approved_at: '2026-03-10T09:00:00.000Z',
    since: '2026-03-10T09:00:00.000Z',
    hash: null,
    check: null,
    asked_at: null,
    finding: null,
    found_amount: null,
    failures: 0,
    failure: null,
    is_stopped: false,
    ...fields,
  }
}
