import { randomUUID } from 'node:crypto'
import type { ClosureState } from '../../../contract/account-closure.ts'
import type { OutputOf } from '../../../contract/operation.ts'
import { checkWalletAddress } from '../../../contract/own-profile.ts'
import { listPasskeys, type Passkey } from '../../../contract/passkeys.ts'
import { listSessions, type OwnSession } from '../../../contract/sessions.ts'
import { getTwoFactor } from '../../../contract/two-factor.ts'
import type { Answers } from '../answers.ts'
import { walletCheck } from '../screen-data.ts'

export function twoFactorState(fields: Partial<OutputOf<typeof getTwoFactor>> = {}): OutputOf<typeof getTwoFactor> {
  const factors = fields.is_on ? (['app'] as const) : []
  return {
    is_on: false,
    factors: [...factors],
    is_required: false,
    enabled_at: null,
    recovery_codes_left: 0,
    ...fields,
  }
}

/** A session in Firefox on Windows. */
export function anOwnSession(fields: Partial<OwnSession> = {}): OwnSession {
  return {
    id: randomUUID(),
    created_at: '2026-03-10T12:00:00.000Z',
    last_active_at: '2026-03-10T12:05:00.000Z',
    expires_at: '2100-01-01T00:00:00.000Z',
    ip_address: '127.0.0.1',
    user_agent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0',
    is_current: false,
    ...fields,
  }
}

export function aPasskey(fields: Partial<Passkey> = {}): Passkey {
  return { id: randomUUID(), name: 'Laptop', created_at: '2026-03-10T12:00:00.000Z', last_used_at: null, ...fields }
}

/** Answers the reads of the section on security: no second factor, and this session alone. */
export function giveSecurity(answers: Answers): void {
  answers.give(getTwoFactor, twoFactorState())
  answers.give(listPasskeys, { items: [] })
  answers.give(listSessions, { items: [anOwnSession({ is_current: true })] })
}

/** An account that is to stay, and that nothing keeps from being closed. */
export function closureState(fields: Partial<ClosureState> = {}): ClosureState {
  return { waiting: null, obstacles: [], withdrawn: null, ...fields }
}

/** Answers the reads of the profile page of a member with a valid saved wallet address. */
export function giveProfilePage(answers: Answers): void {
  giveSecurity(answers)
  answers.give(checkWalletAddress, walletCheck())
}
