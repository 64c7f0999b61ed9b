import { queryOptions, useQuery } from '@tanstack/react-query'
import {
  getSession,
  keepSession,
  signIn as signInOperation,
  signOut as signOutOperation,
  type Session,
} from '../../contract/auth.ts'
import type { CallInput } from '../../contract/operation.ts'
import { ApiError } from './api-error.ts'
import { call, onSignedOut } from './api.ts'
import { watchActivity } from './activity.ts'
import { startEvents, stopEvents } from './events.ts'
import { forgetPrivateData, queryClient, replacePrivateData } from './query-client.ts'

type SessionAnswer = Awaited<ReturnType<typeof readSession>>

export const sessionQuery = queryOptions({
  queryKey: [getSession.id],
  queryFn: readSession,
  staleTime: Infinity,
  gcTime: Infinity,
  meta: { topics: ['session', 'profile'], isPublic: true },
})

export interface SessionState {
  session: Session | null
  user: Session['user'] | null
  profile: Session['profile'] | null
  package: Session['package']
  isAuthenticated: boolean
  isAdmin: boolean
  loading: boolean
}

export function useSession(): SessionState {
  const { data, isPending } = useQuery(sessionQuery)
  const session = data?.session ?? null
  return {
    session,
    user: session?.user ?? null,
    profile: session?.profile ?? null,
    package: session?.package ?? null,
    isAuthenticated: data?.isAuthenticated ?? false,
    isAdmin: data?.isAdmin ?? false,
    loading: isPending,
  }
}

/** Starts a session. Throws an ApiError when it is refused. */
export async function signIn(body: CallInput<typeof signInOperation>['body']): Promise<SessionAnswer> {
  const answer = await call(signInOperation, { body })
  queryClient.setQueryData(sessionQuery.queryKey, answer)
  otherTabs.postMessage('changed')
  return answer
}

/** Ends the session here and in the other tabs. A session that is already over counts as ended. */
export async function signOut(): Promise<void> {
  try {
    await call(signOutOperation, {})
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'not_signed_in')) throw error
  }
  queryClient.setQueryData(sessionQuery.queryKey, signedOut)
  otherTabs.postMessage('changed')
}

/** Keeps this tab in step with the server and the other tabs. `onChange` leaves pages that the person may no longer see. */
export function watchSession(onChange: () => Promise<void>): void {
  let userId: string | undefined
  let isKnown = false
  queryClient.getQueryCache().subscribe(() => {
    const answer = queryClient.getQueryData(sessionQuery.queryKey)
    if (answer === undefined) return
    const next = answer.session?.user.id
    if (isKnown && next === userId) return
    const previous = userId
    userId = next
    if (next === undefined) stopEvents()
    else startEvents()
    // Another person: nothing of the one before may stay on the screen, not even until the page has changed.
    if (previous !== undefined && next !== undefined) replacePrivateData()
    if (isKnown) void onChange().then(() => next === undefined && forgetPrivateData())
    isKnown = true
  })
  const readAgain = () => void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
  otherTabs.addEventListener('message', readAgain)
  // A page that the browser kept and shows again has not heard of anything in between.
  addEventListener('pageshow', ({ persisted }) => persisted && readAgain())
  onSignedOut(readAgain)
  watchActivity(() => {
    if (userId !== undefined) void call(keepSession, {}).catch(() => {})
  })
}

const signedOut: SessionAnswer = { session: null, isAuthenticated: false, isAdmin: false }
const otherTabs = new BroadcastChannel('session')

function readSession({ signal }: { signal?: AbortSignal } = {}) {
  return call(getSession, {}, { signal })
}
