import type { getSession } from '../../contract/endpoints/auth.ts'
import type { Session } from '../../contract/auth.ts'
import type { OutputOf } from '../../contract/typed-endpoints.ts'

export type SessionAnswer = OutputOf<typeof getSession>

export interface SessionState {
  session: Session | null
  user: Session['user'] | null
  profile: Session['profile'] | null
  package: Session['package']
  /** The time at which the account is closed; null while it is to stay. */
  closesAt: Session['closes_at']
  isAuthenticated: boolean
  isAdmin: boolean
  loading: boolean
}

/** The session as pages read it. While it loads, and for visitors, there is no person. */
export function toSessionState(answer: SessionAnswer | undefined, loading: boolean): SessionState {
  const session = answer?.session ?? null
  return {
    session,
    user: session?.user ?? null,
    profile: session?.profile ?? null,
    package: session?.package ?? null,
    closesAt: session?.closes_at ?? null,
    isAuthenticated: answer?.isAuthenticated ?? false,
    isAdmin: answer?.isAdmin ?? false,
    loading,
  }
}
