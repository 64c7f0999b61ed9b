import type { ActionWithoutChange } from '../../../contract/endpoints/audit.ts'
import type { ErrorCode } from '../../../contract/errors.ts'
import type { Rule } from './buckets.ts'

/** The facts about a call that a limit may use. */
export interface LimitedCall {
  /** Undefined for a visitor. */
  userId: string | undefined
  /** The network of the client's address, in one spelling. */
  network: string
  body: unknown
}

export interface CallRule extends Rule {
  /** Returns the subject that is counted; undefined means that the call is not counted. */
  subjectOf: (call: LimitedCall) => string | undefined
  /** Only calls that are refused with one of these codes count. Other calls give their attempt back. */
  counts?: readonly ErrorCode[]
  /** Records a refusal under this name, because it may be more than impatience. */
  flag?: ActionWithoutChange
}

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

const network = ({ network: from }: LimitedCall) => from
const account = ({ userId }: LimitedCall) => userId

/**
 * The requests that a member makes and takes back, all kinds together: thirty at once, then one in two minutes. So at most
 * sixty get through in an hour, also in a loop that submits and cancels.
 */
const memberMoney: CallRule[] = [{ name: 'member_money', atOnce: 30, refillMs: 2 * minute, subjectOf: account }]

/** The limits for one client on calls that guess, or that cost a password hash, a mail, disk space or a whole table. */
export const callRules: Record<string, CallRule[]> = {
  sign_in: [
    {
      ...atMost(20, minute, 'sign_in'),
      subjectOf: network,
      counts: [
        'sign_in_failed',
        'code_wrong',
        'account_suspended',
        'account_inactive',
        'account_deactivated',
        'admin_login_required',
        // Each of these is recorded. Counting them here keeps one network from filling the record.
        'too_many_requests',
      ],
    },
  ],
  // This call guesses passwords, too. The limit of an account counts it together with sign-ins.
  send_confirmation: [
    { ...atMost(20, minute, 'send_confirmation'), subjectOf: network, counts: ['sign_in_failed', 'too_many_requests'] },
  ],
  sign_up: [
    { ...atMost(100, hour, 'sign_up'), subjectOf: network },
    { ...atMost(5, hour, 'sign_up_referred'), subjectOf: readReferral, flag: 'sign_up_limited' },
  ],
  renew_sign_up: [
    { ...atMost(30, minute, 'renew_sign_up'), subjectOf: network },
    { ...atMost(5, hour, 'renewal_referred'), subjectOf: readReferral, flag: 'sign_up_limited' },
  ],
  admin_sign_up: [{ ...atMost(5, hour, 'admin_sign_up'), subjectOf: network, counts: ['invitation_required'] }],
  confirm_email: [{ ...atMost(30, minute, 'confirm_email'), subjectOf: network }],
  check_confirmation_link: [{ ...atMost(30, minute, 'check_confirmation_link'), subjectOf: network }],
  forgot_password: [{ ...atMost(10, hour, 'forgot_password'), subjectOf: network }],
  check_invitation: [{ ...atMost(30, minute, 'check_invitation'), subjectOf: network }],
  check_reset_link: [{ ...atMost(30, minute, 'check_reset_link'), subjectOf: network }],
  reset_password: [{ ...atMost(30, minute, 'reset_password'), subjectOf: network }],
  report_not_me: [{ ...atMost(30, minute, 'report_not_me'), subjectOf: network }],
  get_profile_by_member_id: [
    { ...atMost(10, minute, 'member_look_up'), subjectOf: account },
    { ...atMost(100, day, 'member_look_up_daily'), subjectOf: account },
  ],
  submit_buy_request: memberMoney,
  submit_withdrawal_request: memberMoney,
  submit_transfer_request: memberMoney,
  cancel_request: memberMoney,
  upload_file: [
    { ...atMost(20, minute, 'upload'), subjectOf: account },
    { ...atMost(200, day, 'upload_daily'), subjectOf: account },
  ],
  export_requests: [{ ...atMost(10, minute, 'export'), subjectOf: account }],
  export_all_requests: [{ ...atMost(10, minute, 'all_requests_export'), subjectOf: account }],
  export_transactions: [{ ...atMost(10, minute, 'transactions_export'), subjectOf: account }],
  export_users: [{ ...atMost(10, minute, 'users_export'), subjectOf: account }],
  export_audit_events: [{ ...atMost(10, minute, 'audit_export'), subjectOf: account }],
  // Twenty messages at once, then one a second: more than a person types.
  send_message: [{ name: 'chat_message', atOnce: 20, refillMs: second, subjectOf: account }],
  open_conversation: [{ ...atMost(120, minute, 'chat_opening'), subjectOf: account }],
  mark_conversation_read: [{ ...atMost(240, minute, 'chat_reading'), subjectOf: account }],
}

/** Calls of visitors that cost a password hash. */
export const hashingCalls = new Set([
  'sign_in',
  'send_confirmation',
  'sign_up',
  'renew_sign_up',
  'admin_sign_up',
  'reset_password',
])

/** Limits that other parts of the server use by name, because only they know the subject. */
export const namedRules = {
  /** Attempts on an account's password or code before the sign-in succeeds: ten, then one a minute. */
  sign_in_account: { name: 'sign_in_account', atOnce: 10, refillMs: minute },
  /** Wrong passwords or codes of a person who is signed in. */
  secret_guess: atMost(5, 15 * minute, 'secret_guess'),
  confirmation_mail: atMost(3, hour, 'confirmation_mail'),
  recovery_mail: atMost(3, hour, 'recovery_mail'),
  /** Requests for a fresh exchange rate. Each one calls the rate service. */
  exchange_rate_refresh: atMost(10, minute, 'exchange_rate_refresh'),
} satisfies Record<string, Rule>

export type RuleName = keyof typeof namedRules

/** Makes a rule of `count` attempts at once, refilled evenly over the period. */
function atMost(count: number, periodMs: number, name: string): Rule {
  return { name, atOnce: count, refillMs: periodMs / count }
}

/** Returns a referral code together with the network that uses it, in one spelling. */
function readReferral({ network: from, body }: LimitedCall): string | undefined {
  const code = typeof body === 'object' && body !== null && 'referredById' in body ? body.referredById : undefined
  return typeof code === 'string' && code !== '' ? `${code.toUpperCase()} ${from}` : undefined
}
