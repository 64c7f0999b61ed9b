import type { CallLimit } from '../../../contract/limits.ts'
import type { Rule } from './buckets.ts'

/** The facts about a call that a limit may use. */
export interface LimitedCall {
  /** Undefined for a visitor. */
  userId: string | undefined
  /** The network of the client's address, in one spelling. */
  network: string
  body: unknown
}

const minute = 60_000
const hour = 60 * minute

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
