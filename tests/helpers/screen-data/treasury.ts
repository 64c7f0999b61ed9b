import type { Treasury } from '../../../contract/treasury.ts'

const none = { count: 0, usdt: '0' }

export const anEmptyTreasury: Treasury = {
  has_provider: true,
  received: none,
  allocated_usdt: '0',
  refunded: none,
  moved_usdt: '0',
  free_usdt: '0',
  buys: none,
  unpaid_buys: none,
  overpaid_usdt: '0',
  underpaid_usdt: '0',
  withdrawals: none,
  to_pay: none,
  sent: none,
  flagged: none,
  confirmed: none,
  untracked: none,
  paid_elsewhere_usdt: '0',
  expected_usdt: '0',
  balance: null,
  addresses: [],
}

/** A treasury with a difference of each name. */
export const aTreasury: Treasury = {
  ...anEmptyTreasury,
  received: { count: 7, usdt: '308.179011' },
  allocated_usdt: '238.833333',
  refunded: { count: 1, usdt: '7' },
  moved_usdt: '50',
  free_usdt: '12.345678',
  buys: { count: 4, usdt: '400' },
  unpaid_buys: { count: 1, usdt: '100' },
  overpaid_usdt: '5.5',
  underpaid_usdt: '66.666667',
  withdrawals: { count: 6, usdt: '210' },
  to_pay: { count: 1, usdt: '60' },
  sent: { count: 2, usdt: '90' },
  flagged: { count: 1, usdt: '50' },
  confirmed: { count: 2, usdt: '50' },
  untracked: { count: 1, usdt: '10' },
  paid_elsewhere_usdt: '30',
  expected_usdt: '231.179011',
  balance: {
    usdt: '240',
    checked_at: '2026-11-24T10:01:00.000Z',
    received_since_usdt: '12.345678',
    left_since_usdt: '20',
    unexplained_usdt: '1.166667',
  },
  addresses: [
    {
      address: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE',
      is_current: true,
      is_checkable: true,
      received: { count: 7, usdt: '308.179011' },
      balance: {
        usdt: '240',
        block_number: 67_000_123,
        block_time: '2026-11-24T10:00:00.000Z',
        checked_at: '2026-11-24T10:01:00.000Z',
      },
      unanswered_at: null,
    },
  ],
}
