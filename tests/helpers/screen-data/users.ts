import { randomUUID } from 'node:crypto'
import type { OutputOf } from '../../../contract/operation.ts'
import type { Profile } from '../../../contract/profiles.ts'
import type { listLoginHistory, UserDetails } from '../../../contract/users.ts'

/** The details of a person without a referrer, an open request or a conversation. */
export function detailsOf(profile: Profile, fields: Partial<UserDetails> = {}): UserDetails {
  const wallet = { user_id: profile.id, total_coins: '27500', locked_coins: '0', available_coins: '27500' }
  return {
    profile,
    wallet: profile.role === 'user' ? wallet : null,
    referrer: null,
    email_confirmed: true,
    two_factor_on: false,
    session_count: 1,
    open_request_count: 0,
    has_conversation: false,
    wallet_twins: [],
    ...fields,
  }
}

/** The name of a person in the details of others. */
export function nameOf({ id, full_name: fullName, member_id: memberId }: Profile) {
  return { id, full_name: fullName, member_id: memberId }
}

type Login = OutputOf<typeof listLoginHistory>['items'][number]

export function aLogin(profile: Profile, fields: Partial<Login> = {}): Login {
  return {
    id: randomUUID(),
    user_id: profile.id,
    status: 'success',
    ip_address: '203.0.113.7',
    user_agent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
    created_at: '2026-03-10T12:00:00.000Z',
    ...fields,
  }
}
