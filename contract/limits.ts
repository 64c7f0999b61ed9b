import type { ActionWithoutChange } from './endpoints/audit.ts'
import type { Operation } from './operation.ts'
import type { ErrorCode } from './errors.ts'

/** A limit of a call: `atOnce` units at once, and one more each time `refillMs` has passed. */
export interface CallLimit {
  /** Calls with limits of one name are counted together. */
  name: string
  atOnce: number
  refillMs: number
  /** The subject that is counted: the caller's account, the network of the address, or a referral code with the network. */
  by: 'account' | 'network' | 'referral'
  /** A call takes one unit, or as many as its body has bytes. */
  unit?: 'call' | 'byte'
  /** Only calls that are refused with one of these codes count. Other calls give their attempt back. */
  counts?: readonly ErrorCode[]
  /** Records a refusal under this name, because it may be more than impatience. */
  flag?: ActionWithoutChange
}

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/**
 * The requests that a member makes and takes back, all kinds together: thirty at once, then one in two minutes. So at most
 * sixty get through in an hour, also in a loop that submits and cancels.
 */
const memberMoney: CallLimit[] = [{ name: 'member_money', atOnce: 30, refillMs: 2 * minute, by: 'account' }]

/** Changes of one's own account that are mailed, of all kinds together. So no session floods a mailbox, or the mail server. */
const mailedChange: CallLimit[] = [{ ...atMost(30, hour, 'mailed_change'), by: 'account' }]

/** Changes of the addresses that a member pays from. */
const sendingAddressChange: CallLimit[] = [{ ...atMost(30, hour, 'sending_address_change'), by: 'account' }]

/** Calls of an administrator that mail a link to another person. More than a person writes in an hour. */
const mailedLink: CallLimit[] = [{ ...atMost(120, hour, 'mailed_link'), by: 'account' }]

/** The limits for one client on calls that guess, or that cost a password hash, a mail, disk space or a whole table. */
export const ownLimits: Record<string, CallLimit[]> = {
  // Sign-ins are limited by account, browser and network. Only the sign-in itself knows if the account knows the browser, so
  // those limits are among the named ones of server/platform/rate-limits/policy.ts.
  sign_in_with_passkey: [
    {
      ...atMost(20, minute, 'sign_in_with_passkey'),
      by: 'network',
      counts: [
        'passkey_wrong',
        'account_suspended',
        'account_inactive',
        'account_deactivated',
        'admin_login_required',
        'too_many_requests',
      ],
    },
  ],
  // A file of everything about a member reads many tables.
  export_own_data: [{ ...atMost(6, hour, 'export_own_data'), by: 'account' }],
  // Each of these stores a challenge.
  start_passkey_sign_in: [{ ...atMost(60, minute, 'passkey_sign_in_start'), by: 'network' }],
  start_passkey_proof: [{ ...atMost(60, minute, 'passkey_proof_start'), by: 'account' }],
  start_passkey: [{ ...atMost(20, minute, 'passkey_start'), by: 'account' }],
  // This call guesses passwords, too. The limit of an account counts it together with sign-ins.
  send_confirmation: [
    { ...atMost(20, minute, 'send_confirmation'), by: 'network', counts: ['sign_in_failed', 'too_many_requests'] },
  ],
  sign_up: [
    { ...atMost(100, hour, 'sign_up'), by: 'network' },
    { ...atMost(5, hour, 'sign_up_referred'), by: 'referral', flag: 'sign_up_limited' },
  ],
  renew_sign_up: [
    { ...atMost(30, minute, 'renew_sign_up'), by: 'network' },
    { ...atMost(5, hour, 'renewal_referred'), by: 'referral', flag: 'sign_up_limited' },
  ],
  admin_sign_up: [{ ...atMost(5, hour, 'admin_sign_up'), by: 'network', counts: ['invitation_required'] }],
  confirm_email: [{ ...atMost(30, minute, 'confirm_email'), by: 'network' }],
  confirm_email_change: [{ ...atMost(30, minute, 'confirm_email_change'), by: 'network' }],
  check_confirmation_link: [{ ...atMost(30, minute, 'check_confirmation_link'), by: 'network' }],
  forgot_password: [{ ...atMost(10, hour, 'forgot_password'), by: 'network' }],
  check_invitation: [{ ...atMost(30, minute, 'check_invitation'), by: 'network' }],
  check_reset_link: [{ ...atMost(30, minute, 'check_reset_link'), by: 'network' }],
  reset_password: [{ ...atMost(30, minute, 'reset_password'), by: 'network' }],
  report_not_me: [{ ...atMost(30, minute, 'report_not_me'), by: 'network' }],
  get_profile_by_member_id: [
    { ...atMost(10, minute, 'member_look_up'), by: 'account' },
    { ...atMost(100, day, 'member_look_up_daily'), by: 'account' },
  ],
  update_profile: [{ ...atMost(60, hour, 'profile_change'), by: 'account' }],
  add_sending_address: sendingAddressChange,
  remove_sending_address: sendingAddressChange,
  ask_email_change: mailedChange,
  drop_email_change: mailedChange,
  ask_account_closure: mailedChange,
  keep_account: mailedChange,
  add_wallet_address: mailedChange,
  remove_wallet_address: mailedChange,
  change_password: mailedChange,
  enable_two_factor: mailedChange,
  disable_two_factor: mailedChange,
  renew_recovery_codes: mailedChange,
  add_passkey: mailedChange,
  remove_passkey: mailedChange,
  correct_email: mailedLink,
  begin_closure: mailedLink,
  call_off_closure: mailedLink,
  add_user: mailedLink,
  resend_confirmation: mailedLink,
  create_invitation: mailedLink,
  submit_buy_request: memberMoney,
  submit_withdrawal_request: memberMoney,
  submit_transfer_request: memberMoney,
  cancel_request: memberMoney,
  upload_file: [
    { ...atMost(20, minute, 'upload'), by: 'account' },
    { ...atMost(200, day, 'upload_daily'), by: 'account' },
  ],
  // An owner who is signed out again and again could decline nothing.
  sign_out_user: [{ ...atMost(20, hour, 'sign_out_user'), by: 'account' }],
  export_requests: [{ ...atMost(10, minute, 'export'), by: 'account' }],
  export_statement: [{ ...atMost(10, minute, 'statement_export'), by: 'account' }],
  export_statement_sums: [{ ...atMost(10, minute, 'statement_sums_export'), by: 'account' }],
  export_all_requests: [{ ...atMost(10, minute, 'all_requests_export'), by: 'account' }],
  export_transactions: [{ ...atMost(10, minute, 'transactions_export'), by: 'account' }],
  export_payouts: [{ ...atMost(10, minute, 'payouts_export'), by: 'account' }],
  // A list has hundreds of lines, each with its own mail.
  record_payouts: [{ ...atMost(60, hour, 'payout_lists'), by: 'account' }],
  export_users: [{ ...atMost(10, minute, 'users_export'), by: 'account' }],
  export_audit_events: [{ ...atMost(10, minute, 'audit_export'), by: 'account' }],
  check_treasury_balances: [{ ...atMost(30, hour, 'balance_check'), by: 'account' }],
  export_report_days: [{ ...atMost(10, minute, 'report_days_export'), by: 'account' }],
  export_report_packages: [{ ...atMost(10, minute, 'report_packages_export'), by: 'account' }],
  export_treasury: [{ ...atMost(10, minute, 'treasury_export'), by: 'account' }],
  send_message: [
    // Twenty messages at once, then one a second: more than a person types.
    { name: 'chat_message', atOnce: 20, refillMs: second, by: 'account' },
    // Two megabytes in a day: many books of text.
    { ...atMost(2_000_000, day, 'chat_bytes'), by: 'account', unit: 'byte' },
  ],
  upload_chat_file: [
    { ...atMost(20, minute, 'chat_file'), by: 'account' },
    { ...atMost(200, day, 'chat_file_daily'), by: 'account' },
  ],
  open_conversation: [{ ...atMost(120, minute, 'chat_opening'), by: 'account' }],
  mark_conversation_read: [{ ...atMost(240, minute, 'chat_reading'), by: 'account' }],
}

/**
 * The limits of every call, by its kind: far more than people need, so that no program takes the server for itself. Each
 * process counts them in its memory. A network may be that of a whole company, or of a proxy.
 */
const commonLimits = {
  read: [
    { name: 'read', by: 'account', atOnce: 600, refillMs: second / 20 },
    { name: 'read_network', by: 'network', atOnce: 6_000, refillMs: second / 200 },
  ],
  change: [
    { name: 'change', by: 'account', atOnce: 240, refillMs: second / 2 },
    { name: 'change_network', by: 'network', atOnce: 2_400, refillMs: second / 20 },
  ],
  file: [
    { name: 'file', by: 'account', atOnce: 60, refillMs: second },
    { name: 'file_network', by: 'network', atOnce: 600, refillMs: second / 10 },
  ],
} satisfies Record<string, CallLimit[]>

/**
 * The most members about whom an administrator reads in a day without the proof that exports take. That is one in three
 * seconds for a working day. More are the work of a program that takes the lists page by page.
 */
export const membersReadDaily = 10_000

export interface LimitsOfCall {
  /** Limits that all servers count together, in the database. */
  own: readonly CallLimit[]
  /** The limits of the kind, by account and by network. */
  common: readonly CallLimit[]
}

/** Returns all limits of a call. Every call has those of its kind, so none is without. */
export function limitsOf({ id, method, download }: Pick<Operation, 'id' | 'method' | 'download'>): LimitsOfCall {
  const kind = download ? 'file' : method === 'GET' ? 'read' : 'change'
  return { own: ownLimits[id] ?? [], common: commonLimits[kind] }
}

/** Makes a limit of `count` calls at once, refilled evenly over the period. */
function atMost(count: number, periodMs: number, name: string): Pick<CallLimit, 'name' | 'atOnce' | 'refillMs'> {
  return { name, atOnce: count, refillMs: periodMs / count }
}
