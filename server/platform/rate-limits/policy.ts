import { membersReadDaily, type CallLimit } from '../../../contract/limits.ts'
import type { Rule } from './buckets.ts'

/** The facts about a call that a limit may use. */
export interface LimitedCall {
  /** Undefined for a visitor. */
  userId: string | undefined
  /** The network of the client's address, in one spelling. */
  network: string
  body: unknown
}

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** Returns the subject that a limit counts. Undefined means that it does not count the call. */
export function subjectOf({ by }: CallLimit, call: LimitedCall): string | undefined {
  switch (by) {
    case 'account':
      return call.userId
    case 'network':
      return call.network
    case 'referral':
      return readReferral(call)
  }
}

/** Returns the units that a call takes from a limit. */
export function unitsOf({ unit = 'call' }: CallLimit, { body }: LimitedCall): number {
  return unit === 'call' ? 1 : Buffer.byteLength(JSON.stringify(body ?? ''))
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

/** Calls of which one statement takes an attempt together with its change (`takeWithin`). Each has one limit, by account. */
export const statementCalls = new Set([
  'submit_buy_request',
  'submit_withdrawal_request',
  'submit_transfer_request',
  'cancel_request',
])

/** Limits that other parts of the server use by name, because only they know the subject. */
export const namedRules = {
  /** Refused sign-ins from a network, or from a browser that the account knows: twenty a minute. */
  sign_in_place: atMost(20, minute, 'sign_in_place'),
  /** Attempts on an account's password or code before the sign-in succeeds: ten, then one a minute. */
  sign_in_account: { name: 'sign_in_account', atOnce: 10, refillMs: minute },
  /** Wrong passwords for an account from one network or browser: fifty in a day, then one in half an hour. */
  sign_in_wrong: atMost(50, day, 'sign_in_wrong'),
  /** Sessions of an account, or of one of the browsers that it knows: thirty at once, then one a minute. */
  session: { name: 'session', atOnce: 30, refillMs: minute },
  /** Sessions from a network, on browsers that the accounts do not know yet: 120 at once, then one a second. */
  session_network: { name: 'session_network', atOnce: 120, refillMs: second },
  /** Wrong passwords or codes of a person who is signed in. */
  secret_guess: atMost(5, 15 * minute, 'secret_guess'),
  confirmation_mail: atMost(3, hour, 'confirmation_mail'),
  recovery_mail: atMost(3, hour, 'recovery_mail'),
  /** Other emails that a member, or an administrator for them, asks for. Each one is mailed to two addresses. */
  email_change: atMost(6, day, 'email_change'),
  /** Acts against members that an administrator does without a proof: rejections, and changes of status. */
  unproven_act: { name: 'unproven_act', atOnce: 30, refillMs: 2 * minute },
  /** The members about whom an administrator reads. */
  members_read_daily: atMost(membersReadDaily, day, 'members_read_daily'),
  /** The mail to the owners about an administrator who has read about too many. */
  members_read_notice: atMost(1, day, 'members_read_notice'),
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
