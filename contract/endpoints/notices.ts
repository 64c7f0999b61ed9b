import type { Endpoint } from '../endpoint.ts'
import { memberOnly } from '../roles.ts'

/** Every event of which the ledger tells a member. */
export const noticeKinds = [
  'request_approved',
  'request_rejected',
  'request_expired',
  'coins_received',
  'reward_received',
  'balance_corrected',
  'payout_sent',
  'payout_corrected',
  'payout_failed',
  'payout_confirmed',
  'request_reversed',
  'transfer_reversed',
  'reward_reversed',
  'debt_repaid',
  'slip_asked',
  'closure_withdrawn',
] as const

export const listNotices = {
  id: 'list_notices',
  method: 'GET',
  path: '/api/notices',
  access: memberOnly,
} as const satisfies Endpoint

export const countNotices = {
  id: 'count_notices',
  method: 'GET',
  path: '/api/notices/unread-count',
  access: memberOnly,
} as const satisfies Endpoint

export const markNoticesRead = {
  id: 'mark_notices_read',
  method: 'POST',
  path: '/api/notices/reading',
  access: memberOnly,
} as const satisfies Endpoint
