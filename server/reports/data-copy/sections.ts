import { sql, type RawBuilder } from 'kysely'

/** Rows of one table that are a member's, in the order of a key that follows the member in the primary key. */
export interface DataSection {
  name: string
  table: string
  key: string
  columns: readonly string[]
  /** The rows that the copy has, of those with the member's id; all without it. */
  isPart?: RawBuilder<unknown>
}

/** The tables with data of members, each with the columns that the copy of one's data has. */
export const dataSections: readonly DataSection[] = [
  { name: 'logins', table: 'login_history', key: 'id', columns: ['created_at', 'status', 'ip_address', 'user_agent'] },
  {
    name: 'sessions',
    table: 'sessions',
    key: 'id',
    columns: ['created_at', 'last_active_at', 'expires_at', 'ip_address', 'user_agent'],
  },
  { name: 'known_devices', table: 'known_devices', key: 'id', columns: ['created_at', 'last_used_at', 'network'] },
  { name: 'passkeys', table: 'passkeys', key: 'id', columns: ['created_at', 'last_used_at', 'name'] },
  {
    name: 'email_changes',
    table: 'email_changes',
    key: 'id',
    columns: ['created_at', 'new_email', 'reason', 'expires_at', 'confirmed_at'],
  },
  {
    name: 'account_closures',
    table: 'account_closures',
    key: 'id',
    columns: ['asked_at', 'closes_at', 'outcome', 'ended_at', 'obstacles', 'reason'],
  },
  { name: 'withdrawal_addresses', table: 'wallet_addresses', key: 'id', columns: ['added_at', 'address'] },
  {
    name: 'withdrawal_address_changes',
    table: 'wallet_changes',
    key: 'id',
    columns: ['created_at', 'old_address', 'new_address'],
  },
  { name: 'sending_addresses', table: 'sending_addresses', key: 'id', columns: ['added_at', 'address'] },
  { name: 'holds', table: 'member_holds', key: 'id', columns: ['created_at', 'cause'] },
  { name: 'stops', table: 'member_stops', key: 'id', columns: ['created_at', 'ip_address', 'lifted_at', 'reason'] },
  {
    name: 'requests',
    table: 'ledger.requests',
    key: 'id',
    columns: [
      'id',
      'number',
      'created_at',
      'kind',
      'status',
      'amount_coins',
      'rate',
      'amount_usd',
      'usdt_rate',
      'usdt_amount',
      'package_id',
      'bonus_coins',
      'wallet_address',
      'recipient_id',
      'upload_id',
      'transaction_hash',
      'decided_at',
      'admin_notes',
    ],
  },
  {
    name: 'slip_requests',
    table: 'ledger.slip_requests',
    key: 'id',
    columns: ['request_id', 'asked_at', 'reason', 'answered_at', 'former_upload_id', 'former_hash'],
  },
  {
    name: 'reversals',
    table: 'ledger.reversals',
    key: 'request_id',
    columns: ['created_at', 'request_id', 'reason', 'first_purchase'],
  },
  {
    name: 'debts',
    table: 'ledger.debts',
    key: 'id',
    columns: ['created_at', 'coins', 'remaining', 'repaid_at'],
  },
  {
    name: 'payouts',
    table: 'ledger.payouts',
    key: 'request_id',
    columns: ['request_id', 'state', 'hash', 'wallet_address', 'usdt_amount'],
  },
  {
    name: 'statement',
    table: 'ledger.lines',
    key: 'version',
    columns: [
      'version',
      'created_at',
      'type',
      'available_delta',
      'locked_delta',
      'available_after',
      'locked_after',
      'rate',
    ],
  },
  {
    name: 'friends',
    table: 'ledger.referrals',
    key: 'id',
    columns: ['friend_id', 'status', 'base_coins', 'reward_coins'],
  },
  { name: 'files', table: 'uploads', key: 'id', columns: ['id', 'created_at', 'path', 'mime_type', 'size_bytes'] },
  {
    name: 'chat',
    table: 'chat_messages',
    key: 'id',
    columns: ['id', 'created_at', 'number', 'sender_id', 'content', 'request_id'],
  },
  {
    name: 'chat_files',
    table: 'chat_files',
    key: 'id',
    columns: ['id', 'created_at', 'message_id', 'name', 'mime_type', 'size_bytes'],
    // A file that an administrator has not sent is not the member's yet.
    isPart: sql`(message_id is not null or sender_id = user_id)`,
  },
  {
    name: 'notifications',
    table: 'notices',
    key: 'number',
    columns: ['number', 'created_at', 'kind', 'request_id'],
  },
]

/** The other tables of members, each with the reason why the copy leaves it out. */
export const leftOut: Record<string, string> = {
  credentials: 'the copy has its dates under account; the rest is the hash of the password',
  email_tokens: 'hashes of links, for a day',
  two_factor: 'a secret; the copy says if it is on',
  two_factor_setups: 'a secret, for minutes',
  recovery_codes: 'hashes of codes',
  step_up_proofs: 'hashes, for minutes',
  answered_calls: 'answers that a retry gets, encrypted, for a week',
  'ledger.accounts': 'the copy has its balances under account',
  'ledger.commands': 'the keys of the calls that the requests and the statement tell of',
  'ledger.movements': 'the same movements as in the statement',
  'ledger.entries': 'the same lines as in the statement',
  'ledger.maturing': 'derived from the statement',
  chat_conversations: 'counts of the messages',
  notice_boxes: 'counts of the notifications',
  admin_notes: 'notes of administrators among themselves',
  notice_mails: 'a mail that waits, for seconds',
  request_looks: 'notes for a minute that an administrator looks at a request',
  request_assignments: 'notes of administrators among themselves, of whom it names one',
  escalations: 'notes that a request was overdue',
  'ledger.approvals': 'notes of administrators about a decision under way',
  'ledger.automatic_approvals': 'the limits of the platform at a decision that the requests tell of',
  'ledger.payout_events': 'the steps to the state that the payouts have',
  'ledger.reserved_amounts': 'the digits of a price, for hours',
  'ledger.reuse_reasons': 'notes of administrators about a decision',
  mail_preferences: 'the copy has them under account',
  request_digests: 'a choice of administrators, who are no members',
  push_subscriptions: 'secret addresses of push services, until the session ends',
  push_wakes: 'a wake-up that waits, for seconds',
  removed_files: 'paths of removed files, until no backup names them',
}
