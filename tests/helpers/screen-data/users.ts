import { randomUUID } from 'node:crypto'
import type { InputOf, OutputOf } from '../../../contract/operation.ts'
import type { Profile } from '../../../contract/profiles.ts'
import { getUser, type listLoginHistory, type listUsers, type UserDetails } from '../../../contract/users.ts'
import { Refusal } from '../../../server/platform/db/refusal.ts'
import type { Answers } from '../answers.ts'

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
    email_change: null,
    closure: null,
    wallet_twins: [],
    outgoing: { hold: null, is_stopped: false },
    maturing: null,
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

/** Answers the details of these people, and refuses any other id. */
export function giveDetails(answers: Answers, ...people: UserDetails[]): void {
  answers.give(getUser, ({ params: { userId } }) => {
    const found = people.find(({ profile }) => profile.id === userId)
    if (!found) throw new Refusal('not_found')
    return found
  })
}

/** Returns those of the people whom a search of the list finds. */
export function findPeople(
  people: readonly Profile[],
  { search = '', status }: Pick<InputOf<typeof listUsers>['query'], 'search' | 'status'>,
): Profile[] {
  const isFound = (text: string | null) => text?.toLowerCase().includes(search.toLowerCase())
  return people.filter(
    (person) =>
      [person.full_name, person.email, person.member_id].some(isFound) &&
      (status === undefined || person.status === status),
  )
}
