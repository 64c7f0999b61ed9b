// Generated from the migrated database by `npm run db:types`. Do not edit.
import type { Generated, GeneratedAlways } from 'kysely'

/** The tables and views of a migrated database. */
export interface Database {
  account_closures: AccountClosures
  admin_notes: AdminNotes
  answered_calls: AnsweredCalls
  audit_events: AuditEvents
  buy_requests: BuyRequests
  chain_calls: ChainCalls
  chain_sweeps: ChainSweeps
  chain_totals: ChainTotals
  chain_transactions: ChainTransactions
  chain_transfers: ChainTransfers
  chain_watch: ChainWatch
  chat_conversations: ChatConversations
  chat_files: ChatFiles
  chat_messages: ChatMessages
  credentials: Credentials
  decision_times: DecisionTimes
  deposit_addresses: DepositAddresses
  deposit_changes: DepositChanges
  email_changes: EmailChanges
  email_tokens: EmailTokens
  escalations: Escalations
  free_transfers: FreeTransfers
  global_platform_stats: GlobalPlatformStats
  invitations: Invitations
  jobs: Jobs
  known_devices: KnownDevices
  login_history: LoginHistory
  mail_outbox: MailOutbox
  mail_preferences: MailPreferences
  member_holds: MemberHolds
  member_stops: MemberStops
  notice_boxes: NoticeBoxes
  notice_mails: NoticeMails
  notice_start: NoticeStart
  notices: Notices
  outside_backups: OutsideBackups
  packages: Packages
  passkey_challenges: PasskeyChallenges
  passkeys: Passkeys
  payout_logs: PayoutLogs
  payout_transactions: PayoutTransactions
  platform_addresses: PlatformAddresses
  profiles: Profiles
  push_keys: PushKeys
  push_subscriptions: PushSubscriptions
  push_wakes: PushWakes
  rate_changes: RateChanges
  rate_limits: RateLimits
  recovery_codes: RecoveryCodes
  referrals: Referrals
  removed_files: RemovedFiles
  request_assignments: RequestAssignments
  request_digests: RequestDigests
  request_looks: RequestLooks
  saved_replies: SavedReplies
  sending_addresses: SendingAddresses
  sessions: Sessions
  settings: Settings
  step_up_proofs: StepUpProofs
  transactions: Transactions
  transfer_requests: TransferRequests
  treasury_balances: TreasuryBalances
  treasury_checks: TreasuryChecks
  two_factor: TwoFactor
  two_factor_setups: TwoFactorSetups
  uploads: Uploads
  user_dashboard_stats: UserDashboardStats
  wallet_addresses: WalletAddresses
  wallet_changes: WalletChanges
  wallets: Wallets
  withdrawal_requests: WithdrawalRequests
  'ledger.accounts': LedgerAccounts
  'ledger.allocations': LedgerAllocations
  'ledger.approvals': LedgerApprovals
  'ledger.automatic_approvals': LedgerAutomaticApprovals
  'ledger.balance_violations': LedgerBalanceViolations
  'ledger.booked_movements': LedgerBookedMovements
  'ledger.call_origins': LedgerCallOrigins
  'ledger.commands': LedgerCommands
  'ledger.computed_payout_days': LedgerComputedPayoutDays
  'ledger.computed_treasury': LedgerComputedTreasury
  'ledger.current_days': LedgerCurrentDays
  'ledger.current_member_days': LedgerCurrentMemberDays
  'ledger.current_reports': LedgerCurrentReports
  'ledger.current_totals': LedgerCurrentTotals
  'ledger.daily': LedgerDaily
  'ledger.daily_decided': LedgerDailyDecided
  'ledger.daily_members': LedgerDailyMembers
  'ledger.daily_payouts': LedgerDailyPayouts
  'ledger.daily_reports': LedgerDailyReports
  'ledger.debts': LedgerDebts
  'ledger.decided': LedgerDecided
  'ledger.decided_worth': LedgerDecidedWorth
  'ledger.entries': LedgerEntries
  'ledger.findings': LedgerFindings
  'ledger.former_proofs': LedgerFormerProofs
  'ledger.issued_by_totals': LedgerIssuedByTotals
  'ledger.lines': LedgerLines
  'ledger.maturing': LedgerMaturing
  'ledger.movement_sides': LedgerMovementSides
  'ledger.movements': LedgerMovements
  'ledger.paying_transfers': LedgerPayingTransfers
  'ledger.payment_proofs': LedgerPaymentProofs
  'ledger.payout_events': LedgerPayoutEvents
  'ledger.payout_sources': LedgerPayoutSources
  'ledger.payout_totals': LedgerPayoutTotals
  'ledger.payouts': LedgerPayouts
  'ledger.policies': LedgerPolicies
  'ledger.postings': LedgerPostings
  'ledger.proposed_changes': LedgerProposedChanges
  'ledger.referrals': LedgerReferrals
  'ledger.reported_lines': LedgerReportedLines
  'ledger.reported_movements': LedgerReportedMovements
  'ledger.request_details': LedgerRequestDetails
  'ledger.requests': LedgerRequests
  'ledger.reserved_amounts': LedgerReservedAmounts
  'ledger.reuse_reasons': LedgerReuseReasons
  'ledger.reversals': LedgerReversals
  'ledger.rollup': LedgerRollup
  'ledger.slip_requests': LedgerSlipRequests
  'ledger.standing_requests': LedgerStandingRequests
  'ledger.totals': LedgerTotals
  'ledger.treasury': LedgerTreasury
  'ledger.treasury_totals': LedgerTreasuryTotals
  'ledger.typed_lines': LedgerTypedLines
  'ledger.used_proofs': LedgerUsedProofs
  'ledger.verifications': LedgerVerifications
  'ledger.violations': LedgerViolations
}

export interface AccountClosures {
  user_id: string
  id: Generated<string>
  asked_by: string | null
  reason: string | null
  asked_at: Generated<string>
  closes_at: string
  outcome: 'closed' | 'kept' | 'called_off' | 'not_me' | 'obstacle' | null
  ended_at: string | null
  obstacles: string[] | null
}

export interface AdminNotes {
  user_id: string
  id: Generated<string>
  request_id: string | null
  author_id: string
  content: string | null
  created_at: Generated<string>
}

export interface AnsweredCalls {
  user_id: string
  key: string
  fingerprint: Buffer
  answer: Buffer | null
  created_at: Generated<string>
}

export interface AuditEvents {
  id: Generated<string>
  actor_id: string | null
  action: string
  subject_id: string | null
  ip_address: string | null
  detail: Generated<unknown>
  created_at: Generated<string>
}

export interface BuyRequests {
  id: string
  user_id: string
  profile: unknown
  amount_coins: string
  amount_usd: string
  usdt_amount: string | null
  usdt_rate: string | null
  usdt_rate_is_fallback: boolean
  payment_proof_url: string | null
  transaction_hash: string | null
  package_id: string | null
  bonus_coins: string | null
  received_usdt: string | null
  credited_coins: string | null
  credited_usd: string | null
  status: 'pending' | 'approved' | 'rejected' | 'cancelled' | 'expired'
  admin_notes: string | null
  decided_by: string | null
  decided_at: string | null
  created_at: string
  updated_at: string
}

export interface ChainCalls {
  slot: number
  used_at: string
}

export interface ChainSweeps {
  address: string
  provider: number
  sweep: 'recent' | 'late'
  read_until: string | null
  started_for: string | null
  reached: string | null
  fingerprint: string | null
  asked_at: string | null
  ended_at: string | null
}

export interface ChainTotals {
  address: string
  transfers: string
  units: string
  moved_units: string
}

export interface ChainTransactions {
  hash: string
  hint_units: string
  listed_for: string | null
  first_seen: string
  attempts: Generated<number>
  due_at: string
  problem: string | null
  outcome: 'succeeded' | 'failed' | null
  judged_at: string | null
}

export interface ChainTransfers {
  transaction_hash: string
  log_index: number
  contract: string
  from_address: string
  to_address: string
  units: string
  block_number: string
  block_time: string
  first_seen: string
  final_at: string
}

export interface ChainWatch {
  id: Generated<boolean>
  holder: string | null
  lease_until: string | null
  waiting_until: string | null
}

export interface ChatConversations {
  user_id: string
  id: Generated<string>
  admin_id: string | null
  last_number: Generated<string>
  user_unread_count: Generated<number>
  admin_unread_count: Generated<number>
  created_at: Generated<string>
  last_active_at: Generated<string>
  reply_due_at: string | null
}

export interface ChatFiles {
  user_id: string
  id: Generated<string>
  sender_id: string
  path: string
  mime_type: 'image/png' | 'image/jpeg' | 'application/pdf'
  size_bytes: number
  sha256: Buffer
  width: number | null
  height: number | null
  created_at: Generated<string>
  message_id: string | null
  position: number | null
  name: string | null
}

export interface ChatMessages {
  user_id: string
  id: Generated<string>
  conversation_id: string
  number: string
  sender_id: string
  content: string
  created_at: Generated<string>
  client_message_id: string | null
  request_id: string | null
  file_count: Generated<number>
}

export interface Credentials {
  user_id: string
  password_hash: string
  email_confirmed_at: string | null
  password_changed_at: Generated<string>
  language: Generated<string>
}

export interface DecisionTimes {
  kind: string
  decisions: number
  half_seconds: number | null
  most_seconds: number | null
  measured_at: string
}

export interface DepositAddresses {
  id: Generated<string>
  network: string
  address: string
  set_at: string
  replaced_at: string | null
}

export interface DepositChanges {
  id: Generated<string>
  old_network: string
  old_address: string | null
  new_network: string
  new_address: string | null
  created_at: Generated<string>
}

export interface EmailChanges {
  user_id: string
  id: Generated<string>
  new_email: string | null
  token_hash: Buffer
  asked_by: string | null
  reason: string | null
  created_at: Generated<string>
  expires_at: string
  confirmed_at: string | null
}

export interface EmailTokens {
  user_id: string
  id: Generated<string>
  purpose: 'confirm' | 'recovery' | 'welcome' | 'not_me'
  token_hash: Buffer
  created_at: Generated<string>
  expires_at: string
  used_at: string | null
}

export interface Escalations {
  user_id: string
  request_id: string
  created_at: Generated<string>
}

export interface FreeTransfers {
  transaction_hash: string
  log_index: number
  block_time: string
}

export interface GlobalPlatformStats {
  et_rate: string
  balance_coins: string | null
  total_available_coins: string | null
  total_supply_coins: string | null
  total_supply_usd: string | null
  average_purchase_price: string | null
  total_withdrawals_coins: string | null
  total_transfers_coins: string | null
  total_members: string | null
}

export interface Invitations {
  id: Generated<string>
  token_hash: Buffer
  created_by: string | null
  created_at: Generated<string>
  expires_at: string
  used_at: string | null
  used_by: string | null
  revoked_at: string | null
  email: string | null
  duty: 'owner' | 'approver' | 'support' | 'auditor'
  confirmed: Generated<boolean>
}

export interface Jobs {
  name: string
  every_seconds: number
  since: Generated<string>
  seen_at: Generated<string>
  due_at: Generated<string>
  holder: string | null
  lease_until: string | null
  started_at: string | null
  ended_at: string | null
  seconds: number | null
  succeeded_at: string | null
  failed_at: string | null
  reason: string | null
  problem: string | null
  failures: Generated<number>
  runs: Generated<string>
  failed_runs: Generated<string>
}

export interface KnownDevices {
  user_id: string
  id: Generated<string>
  token_hash: Buffer
  network: string
  created_at: Generated<string>
  last_used_at: Generated<string>
}

export interface LoginHistory {
  user_id: string
  id: Generated<string>
  status: 'success' | 'failed' | 'blocked'
  ip_address: string
  user_agent: string
  created_at: Generated<string>
}

export interface MailOutbox {
  id: Generated<string>
  mail: Buffer | null
  attempts: Generated<number>
  due_at: Generated<string>
  owner_id: string | null
  failed_at: string | null
  reason: string | null
  request_id: string | null
}

export interface MailPreferences {
  user_id: string
  decisions: Generated<boolean>
  coins: Generated<boolean>
  rewards: Generated<boolean>
  payouts: Generated<boolean>
  chat: Generated<boolean>
}

export interface MemberHolds {
  user_id: string
  id: Generated<string>
  cause: 'password' | 'two_factor' | 'email' | 'wallet_address' | 'new_device'
  created_at: Generated<string>
}

export interface MemberStops {
  user_id: string
  id: Generated<string>
  ip_address: string | null
  created_at: Generated<string>
  lifted_at: string | null
  lifted_by: string | null
  reason: string | null
}

export interface NoticeBoxes {
  user_id: string
  last_number: string
  read_number: Generated<string>
}

export interface NoticeMails {
  user_id: string
  number: string
  attempts: Generated<number>
  due_at: Generated<string>
  failed_at: string | null
  reason: string | null
}

export interface NoticeStart {
  is_single: Generated<boolean>
  since: string
}

export interface Notices {
  user_id: string
  number: string
  kind:
    | 'request_approved'
    | 'request_rejected'
    | 'request_expired'
    | 'coins_received'
    | 'reward_received'
    | 'balance_corrected'
    | 'payout_sent'
    | 'payout_corrected'
    | 'payout_failed'
    | 'payout_confirmed'
    | 'request_reversed'
    | 'transfer_reversed'
    | 'reward_reversed'
    | 'debt_repaid'
    | 'slip_asked'
    | 'closure_withdrawn'
  owner_id: string
  request_id: string | null
  source_id: string
  created_at: Generated<string>
}

export interface OutsideBackups {
  id: Generated<boolean>
  finished_at: string
}

export interface Packages {
  id: Generated<string>
  package_name: string
  min_coin_purchase: Generated<string>
  coin_price: Generated<string>
  bonus_percentage: Generated<string>
  bonus_coins: GeneratedAlways<string>
  total_coins: GeneratedAlways<string>
  total_price: GeneratedAlways<string>
  withdrawal_time: string
  withdrawal_rules: string | null
  icon: Generated<'Shield' | 'Crown' | 'Gem' | 'Star'>
  created_at: Generated<string>
  deleted_at: string | null
  is_buyable: GeneratedAlways<boolean>
  revision: Generated<number>
}

export interface PasskeyChallenges {
  hash: Buffer
  expires_at: string
}

export interface Passkeys {
  user_id: string
  id: Generated<string>
  credential_id: Buffer
  public_key: Buffer
  counter: string
  name: string
  created_at: Generated<string>
  last_used_at: string | null
}

export interface PayoutLogs {
  hash: string
  log_index: number
  contract: string
  is_token: boolean
  from_address: string
  to_address: string
  units: string
  pays: string | null
}

export interface PayoutTransactions {
  hash: string
  first_seen: Generated<string>
  attempts: Generated<number>
  asked_at: string | null
  due_at: Generated<string>
  problem: string | null
  outcome: 'succeeded' | 'failed' | null
  block_number: string | null
  block_time: string | null
  judged_at: string | null
}

export interface PlatformAddresses {
  address: string
  created_at: Generated<string>
}

export interface Profiles {
  id: Generated<string>
  role: Generated<'user' | 'admin'>
  status: Generated<'Active' | 'Inactive' | 'Suspended' | 'Closed'>
  full_name: string
  email: string
  member_id: string | null
  referral_code: string | null
  contact_number: string | null
  country: string | null
  state: string | null
  city: string | null
  area: string | null
  wallet_address: string | null
  wallet_link: string | null
  usdt_qr_code_url: string | null
  referred_by_id: string | null
  package_id: string | null
  first_purchase_done: Generated<boolean>
  created_at: Generated<string>
  updated_at: Generated<string>
  added_by: string | null
  search_text: GeneratedAlways<string>
  duty: 'owner' | 'approver' | 'support' | 'auditor' | null
  authority_lost_at: string | null
}

export interface PushKeys {
  is_single: Generated<boolean>
  public_key: string
  private_key: Buffer
}

export interface PushSubscriptions {
  user_id: string
  session_id: string
  endpoint: string
}

export interface PushWakes {
  user_id: string
  due_at: Generated<string>
  attempts: Generated<number>
}

export interface RateChanges {
  id: Generated<string>
  actor_id: string
  old_rate: string
  new_rate: string
  created_at: Generated<string>
}

export interface RateLimits {
  key: Buffer
  full_at: string
}

export interface RecoveryCodes {
  user_id: string
  digest: Buffer
}

export interface Referrals {
  user_id: string
  id: string
  referred_id: string
  full_name: string
  email: string
  joined_at: string
  status: 'Registered' | 'First Purchase Pending' | 'Bonus Awarded'
  reward_coins: string | null
}

export interface RemovedFiles {
  user_id: string
  path: string
  removed_at: Generated<string>
}

export interface RequestAssignments {
  user_id: string
  request_id: string
  assignee_id: string
  assigned_at: Generated<string>
}

export interface RequestDigests {
  user_id: string
  rhythm: 'at_once' | 'hourly' | 'daily'
  told: unknown
  due_at: string
}

export interface RequestLooks {
  user_id: string
  request_id: string
  administrator_id: string
  until: string
}

export interface SavedReplies {
  id: Generated<string>
  title: string
  content: string
  created_at: Generated<string>
  purpose: Generated<'chat' | 'approval' | 'rejection' | 'slip'>
}

export interface SendingAddresses {
  user_id: string
  id: Generated<string>
  address: string
  added_at: Generated<string>
}

export interface Sessions {
  user_id: string
  id: Generated<string>
  token_hash: Buffer
  ip_address: string
  user_agent: string
  created_at: Generated<string>
  last_active_at: Generated<string>
  expires_at: string
}

export interface Settings {
  id: Generated<boolean>
  et_rate: Generated<string>
  topup_coin_price: Generated<string>
  referral_percentage: Generated<string>
  deposit_network: Generated<string>
  deposit_address: string | null
  deposit_instructions: string | null
  simulated_movement: Generated<boolean>
  updated_at: Generated<string>
  step_up_usd: Generated<string>
  revision: Generated<number>
  request_limit_usd: Generated<string>
  operator_name: string | null
  operator_address: string | null
  operator_email: string | null
  buys_on_fallback_rate: Generated<boolean>
  buy_request_days: Generated<number>
  hold_hours: Generated<string>
  maturity_days: Generated<string>
  package_gain_max: Generated<string>
  configured_deposit_address: string | null
  token_contract: string | null
  unique_amounts: Generated<'off' | 'on'>
  automatic_approval: Generated<'off' | 'on'>
  automatic_approval_usd: Generated<string>
  automatic_approval_day_usd: Generated<string>
}

export interface StepUpProofs {
  user_id: string
  session_id: string
  action: 'wallet' | 'password' | 'two_factor' | 'recovery_codes' | 'decision'
  token_hash: Buffer
  expires_at: string
}

export interface Transactions {
  id: string
  user_id: string
  type: string | null
  amount: string | null
  rate: string
  total_usd_value: string | null
  balance_after: string | null
  created_at: string
  version: string
}

export interface TransferRequests {
  id: string
  sender_id: string
  sender_profile: unknown
  recipient_id: string | null
  recipient_profile: unknown
  recipient_member_id: string | null
  amount_coins: string
  status: 'pending' | 'approved' | 'rejected' | 'cancelled' | 'expired'
  admin_notes: string | null
  decided_by: string | null
  decided_at: string | null
  created_at: string
  updated_at: string
}

export interface TreasuryBalances {
  address: string
  units: string | null
  block_number: string | null
  block_time: string | null
  checked_at: string | null
  problem: string | null
  problem_at: string | null
}

export interface TreasuryChecks {
  id: Generated<boolean>
  begun_at: string
}

export interface TwoFactor {
  user_id: string
  secret: Buffer
  last_step: string
  enabled_at: Generated<string>
}

export interface TwoFactorSetups {
  user_id: string
  secret: Buffer
  expires_at: string
}

export interface Uploads {
  user_id: string
  id: Generated<string>
  path: string
  mime_type: 'image/png' | 'image/jpeg' | 'application/pdf'
  size_bytes: number
  sha256: Buffer
  created_at: Generated<string>
  original_sha256: Buffer | null
  removed_at: string | null
}

export interface UserDashboardStats {
  user_id: string
  balance_coins: string | null
  locked_coins: string
  available_coins: string
  profit_loss: string | null
  investment_usd: string
  balance_usd_value: string | null
}

export interface WalletAddresses {
  user_id: string
  id: Generated<string>
  address: string
  added_at: Generated<string>
}

export interface WalletChanges {
  user_id: string
  id: Generated<string>
  old_address: string | null
  new_address: string | null
  created_at: Generated<string>
}

export interface Wallets {
  user_id: string
  total_coins: string | null
  locked_coins: string
  available_coins: string
}

export interface WithdrawalRequests {
  id: string
  user_id: string
  profile: unknown
  amount_coins: string
  amount_usd: string
  usdt_amount: string | null
  usdt_rate: string | null
  usdt_rate_is_fallback: boolean
  wallet_address: string | null
  attachment_url: string | null
  status: 'pending' | 'approved' | 'rejected' | 'cancelled' | 'expired'
  admin_notes: string | null
  decided_by: string | null
  decided_at: string | null
  created_at: string
  updated_at: string
}

export interface LedgerAccounts {
  user_id: string
  available: Generated<string>
  locked: Generated<string>
  version: Generated<string>
  invested_usd: Generated<string>
  outgoing_usd: Generated<string>
  incoming_usd: Generated<string>
  last_matures_at: string | null
  closed_at: string | null
}

export interface LedgerAllocations {
  transaction_hash: string
  log_index: number
  user_id: string | null
  request_id: string | null
  refund_hash: string | null
  reason: string | null
  noted_by: string | null
  created_at: Generated<string>
}

export interface LedgerApprovals {
  user_id: string
  request_id: string
  administrator_id: string
  notes: string | null
  created_at: Generated<string>
  transfers: Generated<string[]>
  is_part: Generated<boolean>
}

export interface LedgerAutomaticApprovals {
  user_id: string
  request_id: string
  worth_usd: string
  limit_usd: string
  day_limit_usd: string
  created_at: Generated<string>
}

export interface LedgerBalanceViolations {
  rule: string | null
  user_id: string | null
  id: string | null
}

export interface LedgerBookedMovements {
  user_id: string
  id: string
  leg: string
  debit_id: string | null
  credit_id: string | null
  amount: string
  created_at: string
  debit_account: string | null
  credit_account: string | null
}

export interface LedgerCallOrigins {
  subject_id: string
  request_id: string
  caller_id: string
  key: string
  call: 'submit' | 'cancel' | 'approve' | 'reject' | 'adjust' | 'reverse'
  session_id: string
  ip_address: string | null
  user_agent: string | null
  created_at: Generated<string>
}

export interface LedgerCommands {
  user_id: string
  key: string
  fingerprint: Buffer
  operation:
    | 'open'
    | 'submit'
    | 'approve'
    | 'reject'
    | 'cancel'
    | 'expire'
    | 'adjust_in'
    | 'adjust_out'
    | 'propose'
    | 'reverse'
    | 'owe'
    | 'repay'
  kind: string | null
  subject_id: string
  request_id: string | null
  coins: Generated<string>
  bonus_coins: Generated<string>
  reward_coins: Generated<string>
  usd: Generated<string>
  xid: Generated<string>
  created_at: Generated<string>
}

export interface LedgerComputedPayoutDays {
  day: string | null
  payouts: string | null
  usdt: string | null
}

export interface LedgerComputedTreasury {
  administrator_id: string | null
  kind: string | null
  count: string | null
  asked_units: string | null
  unpaid_count: string | null
  unpaid_units: string | null
  received_units: string | null
  over_units: string | null
  under_units: string | null
}

export interface LedgerCurrentDays {
  day: string | null
  type: string | null
  count: string | null
  coins_in: string | null
  coins_out: string | null
  value_usd: string | null
}

export interface LedgerCurrentMemberDays {
  day: string | null
  count: string | null
}

export interface LedgerCurrentReports {
  day: string | null
  type: string | null
  package_id: string | null
  count: string | null
  coins: string | null
  usd: string | null
}

export interface LedgerCurrentTotals {
  operation: string | null
  kind: string | null
  calls: string | null
  coins: string | null
  bonus_coins: string | null
  reward_coins: string | null
  usd: string | null
}

export interface LedgerDaily {
  day: string
  type: string
  count: string
  coins_in: string
  coins_out: string
  value_usd: string
}

export interface LedgerDailyDecided {
  day: string
  kind: string
  status: string
  count: string
  coins: string
}

export interface LedgerDailyMembers {
  day: string
  count: string
}

export interface LedgerDailyPayouts {
  day: string
  payouts: string
  usdt: string
}

export interface LedgerDailyReports {
  day: string
  type: string
  package_id: string
  count: string
  coins: string
  usd: string
}

export interface LedgerDebts {
  user_id: string
  id: Generated<string>
  owner_id: string
  request_id: string
  coins: string
  remaining: string
  created_at: Generated<string>
  repaid_at: string | null
}

export interface LedgerDecided {
  id: string
  user_id: string
  kind: string
  status: string
  amount_coins: string
  created_at: string
}

export interface LedgerDecidedWorth {
  administrator_id: string
  hour: string
  subject: string
  alone_usd: string
  all_usd: string
}

export interface LedgerEntries {
  user_id: string
  version: string
  id: string
  type: string
  amount: string
  rate: string
  total_usd_value: string
  balance_after: string
  created_at: string
}

export interface LedgerFindings {
  id: Generated<string>
  rule: string
  account_id: string | null
  row_id: string | null
  stops: 'nothing' | 'account' | 'platform'
  expected: string | null
  actual: string | null
  first_seen_at: string
  last_seen_at: string
  settled_at: string | null
  mailed_at: string | null
  released_at: string | null
  released_by: string | null
  reason: string | null
}

export interface LedgerFormerProofs {
  user_id: string
  request_id: string
  kind: string | null
  digest: Buffer | null
}

export interface LedgerIssuedByTotals {
  coins: string | null
}

export interface LedgerLines {
  user_id: string
  version: string
  id: Generated<string>
  movement_user_id: string
  movement_id: string
  type: string | null
  available_delta: string
  locked_delta: string
  available_after: string
  locked_after: string
  rate: string
  created_at: Generated<string>
}

export interface LedgerMaturing {
  user_id: string
  matures_at: string
  movement_user_id: string
  movement_id: string
  coins: string
}

export interface LedgerMovementSides {
  user_id: string | null
  id: string | null
  owner_id: string | null
  available: string | null
  locked: string | null
}

export interface LedgerMovements {
  user_id: string
  id: Generated<string>
  request_id: string | null
  leg: string
  debit_id: string | null
  credit_id: string | null
  amount: string
  rate: string
  reason: string | null
  reverses_id: string | null
  created_at: Generated<string>
  debt_id: string | null
}

export interface LedgerPayingTransfers {
  request_id: string | null
  from_address: string
  units: string
  block_number: string | null
  is_own: boolean | null
}

export interface LedgerPaymentProofs {
  user_id: string
  request_id: string
  kind: string | null
  digest: Buffer | null
}

export interface LedgerPayoutEvents {
  user_id: string
  request_id: string
  id: Generated<string>
  action: 'sent' | 'corrected' | 'failed' | 'confirmed' | 'flagged'
  actor_id: string | null
  hash: string
  detail: string | null
  created_at: Generated<string>
}

export interface LedgerPayoutSources {
  is_own: boolean
  payouts: string
  units: string
}

export interface LedgerPayoutTotals {
  state: 'sent' | 'confirmed' | 'untracked'
  payouts: string
  usdt_amount: string
}

export interface LedgerPayouts {
  user_id: string
  request_id: string
  state: 'untracked' | 'to_pay' | 'sent' | 'confirmed' | 'cancelled'
  wallet_address: string
  usdt_amount: string | null
  since: Generated<string>
  hash: string | null
  finding:
    | 'failed_on_chain'
    | 'wrong_address'
    | 'too_little'
    | 'too_much'
    | 'other_token'
    | 'log_used'
    | 'before_request'
    | 'no_transfer'
    | 'paid_after_all'
    | null
  found_units: string | null
  failures: Generated<number>
  failure: string | null
}

export interface LedgerPolicies {
  subject:
    | 'money'
    | 'deposit'
    | 'withdrawal'
    | 'transfer'
    | 'adjustment'
    | 'settings'
    | 'deposit_address'
    | 'package'
    | 'administrator'
  scope: 'single' | 'by_administrator_24h' | 'by_member_24h' | 'by_platform_24h'
  outcome: 'second' | 'hold'
  over_usd: string
  hold_hours: number | null
}

export interface LedgerPostings {
  user_id: string | null
  movement_id: string | null
  leg: string | null
  account: string | null
  owner_id: string | null
  amount: string | null
  created_at: string | null
}

export interface LedgerProposedChanges {
  id: Generated<string>
  kind: 'adjustment' | 'settings' | 'policy' | 'package' | 'duty' | 'status' | 'invitation' | 'reversal'
  fingerprint: Buffer
  subject_id: string | null
  before: unknown
  after: unknown
  reason: string | null
  proposer_id: string
  created_at: Generated<string>
  status: Generated<'waiting' | 'made' | 'declined' | 'expired'>
  closed_by: string | null
  closed_at: string | null
}

export interface LedgerReferrals {
  user_id: string
  id: Generated<string>
  friend_id: string
  status: Generated<'Registered' | 'First Purchase Pending' | 'Bonus Awarded'>
  base_coins: string | null
  reward_coins: string | null
}

export interface LedgerReportedLines {
  user_id: string
  version: string
  day: string | null
  type: string | null
  package_id: string | null
  coins: string | null
  usd: string | null
}

export interface LedgerReportedMovements {
  user_id: string
  id: string
  package_id: string | null
  usd: string | null
}

export interface LedgerRequestDetails {
  user_id: string
  id: string
  kind: 'buy' | 'withdrawal' | 'transfer'
  status: 'pending' | 'approved' | 'rejected' | 'cancelled' | 'expired'
  amount_coins: string
  rate: string
  amount_usd: string
  usdt_rate: string | null
  usdt_amount: string | null
  package_id: string | null
  bonus_coins: string | null
  wallet_address: string | null
  recipient_id: string | null
  upload_id: string | null
  decided_by: string | null
  decided_at: string | null
  admin_notes: string | null
  created_at: string
  updated_at: string
  usdt_rate_is_fallback: boolean
  transaction_hash: string | null
  number: string
  first_approved_at: string | null
  received_units: string | null
  credited_coins: string | null
  credited_usd: string | null
  usdt_tail: string | null
  amount_since: string | null
  earlier_package_id: string | null
  slip_asked_at: string | null
  slip_revision: number
  clock_from: string | null
  package_name: string | null
  withdrawal_time: string | null
  upload_path: string | null
  decided_by_name: string | null
  owner_name: string
  owner_email: string
  owner_member_id: string | null
  recipient_name: string | null
  recipient_email: string | null
  recipient_member_id: string | null
  payout_state: 'untracked' | 'to_pay' | 'sent' | 'confirmed' | 'cancelled' | null
  payout_since: string | null
  payout_hash: string | null
  payout_failures: number | null
  reversed_at: string | null
  reversal_reason: string | null
  slip_reason: string | null
}

export interface LedgerRequests {
  user_id: string
  id: Generated<string>
  kind: 'buy' | 'withdrawal' | 'transfer'
  status: Generated<'pending' | 'approved' | 'rejected' | 'cancelled' | 'expired'>
  amount_coins: string
  rate: string
  amount_usd: string
  usdt_rate: string | null
  usdt_amount: string | null
  package_id: string | null
  bonus_coins: string | null
  wallet_address: string | null
  recipient_id: string | null
  upload_id: string | null
  decided_by: string | null
  decided_at: string | null
  admin_notes: string | null
  created_at: Generated<string>
  updated_at: Generated<string>
  usdt_rate_is_fallback: Generated<boolean>
  transaction_hash: string | null
  number: Generated<string>
  first_approved_at: string | null
  received_units: string | null
  credited_coins: string | null
  credited_usd: string | null
  usdt_tail: string | null
  amount_since: string | null
  earlier_package_id: string | null
  slip_asked_at: string | null
  slip_revision: Generated<number>
  clock_from: string | null
}

export interface LedgerReservedAmounts {
  user_id: string
  usdt_amount: string
  usdt_tail: string
  reserved_at: string
  reserved_until: string
}

export interface LedgerReuseReasons {
  user_id: string
  id: Generated<string>
  request_id: string
  administrator_id: string
  kind: 'same_file' | 'same_transaction_hash'
  earlier_member_id: string
  earlier_request_id: string
  reason: string
  created_at: Generated<string>
}

export interface LedgerReversals {
  user_id: string
  request_id: string
  administrator_id: string
  reason: string
  first_purchase: 'none' | 'restored' | 'kept'
  created_at: Generated<string>
}

export interface LedgerRollup {
  id: Generated<boolean>
  watermark: Generated<string>
}

export interface LedgerSlipRequests {
  user_id: string
  id: Generated<string>
  request_id: string
  number: number
  administrator_id: string
  reason: string
  asked_at: Generated<string>
  answered_at: string | null
  former_upload_id: string | null
  former_hash: string | null
}

export interface LedgerStandingRequests {
  user_id: string
  id: string
  kind: 'buy' | 'withdrawal' | 'transfer'
  status: 'pending' | 'approved' | 'rejected' | 'cancelled' | 'expired'
  amount_coins: string
  rate: string
  amount_usd: string
  usdt_rate: string | null
  usdt_amount: string | null
  package_id: string | null
  bonus_coins: string | null
  wallet_address: string | null
  recipient_id: string | null
  upload_id: string | null
  decided_by: string | null
  decided_at: string | null
  admin_notes: string | null
  created_at: string
  updated_at: string
  usdt_rate_is_fallback: boolean
  transaction_hash: string | null
  number: string
  first_approved_at: string | null
  received_units: string | null
  credited_coins: string | null
  credited_usd: string | null
  usdt_tail: string | null
  amount_since: string | null
  earlier_package_id: string | null
  slip_asked_at: string | null
  slip_revision: number
  clock_from: string | null
}

export interface LedgerTotals {
  operation: string
  kind: string
  calls: string
  coins: string
  bonus_coins: string
  reward_coins: string
  usd: string
}

export interface LedgerTreasury {
  transfers: string | null
  received: string | null
  moved: string | null
  allocated: string | null
  refunds: string | null
  refunded: string | null
  free: string | null
  buys: string | null
  bought: string | null
  unpaid_buys: string | null
  unpaid: string | null
  overpaid: string | null
  underpaid: string | null
  withdrawals: string | null
  withdrawn: string | null
  paid_here: string | null
  paid_elsewhere: string | null
}

export interface LedgerTreasuryTotals {
  administrator_id: string
  kind: 'buy' | 'withdrawal' | 'refund'
  count: string
  asked_units: string
  unpaid_count: string
  unpaid_units: string
  received_units: string
  over_units: string
  under_units: string
}

export interface LedgerTypedLines {
  user_id: string
  version: string
  id: string
  type: string | null
  amount: string | null
  rate: string
  total_usd_value: string | null
  balance_after: string | null
  created_at: string
}

export interface LedgerUsedProofs {
  digest: Buffer
  kind: 'same_file' | 'same_transaction_hash'
  member_id: string
  request_id: string
}

export interface LedgerVerifications {
  kind: 'whole' | 'balances'
  begun_at: string | null
  started_at: string | null
  finished_at: string | null
  accounts: Generated<string>
  movements: Generated<string>
  findings: Generated<number>
  previous_started_at: string | null
  looked_at_snapshot: string | null
  early_at: string | null
}

export interface LedgerViolations {
  rule: string | null
  user_id: string | null
  id: string | null
}
