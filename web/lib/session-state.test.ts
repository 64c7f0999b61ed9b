import { expect, test } from 'vitest'
import type { Session } from '../../contract/auth.ts'
import { toSessionState } from './session-state.ts'

test('a session has its flags, which are all false until it is known [ENT-30]', () => {
  const nobody = {
    session: null,
    user: null,
    profile: null,
    package: null,
    isAuthenticated: false,
    isAdmin: false,
    closesAt: null,
  }
  expect(toSessionState(undefined, true)).toEqual({ ...nobody, loading: true })
  const visitor = { session: null, isAuthenticated: false, isAdmin: false }
  expect(toSessionState(visitor, false)).toEqual({ ...nobody, loading: false })
  const session = { user: { email: 'grace@example.org' }, profile: { full_name: 'Grace' }, package: null } as Session
  expect(toSessionState({ session, isAuthenticated: true, isAdmin: true }, false)).toEqual({
    session,
    user: session.user,
    profile: session.profile,
    package: null,
    closesAt: null,
    isAuthenticated: true,
    isAdmin: true,
    loading: false,
  })
})
