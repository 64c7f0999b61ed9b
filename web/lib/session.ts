import { queryOptions, useQuery } from '@tanstack/react-query'
import { getSession } from '../../contract/endpoints/auth.ts'
import { call } from './api.ts'
import { chosenPackage } from './chosen-package.ts'
import { dropDraftsOf } from './drafts.ts'
import { queryClient } from './query-client.ts'
import { createTabText } from './tab-text.ts'
import { toSessionState, type SessionAnswer, type SessionState } from './session-state.ts'

declare global {
  var firstSession: Promise<Response> | undefined
}

export const sessionQuery = queryOptions({
  queryKey: [getSession.id],
  queryFn: readSession,
  staleTime: Infinity,
  gcTime: Infinity,
  // The answer also names the person's own package.
  meta: { topics: ['session', 'profile', 'packages'], isPublic: true },
})

/** Marks a tab in which the session ended for inactivity, until the next attempt to sign in. */
export const expiryNote = createTabText('expired')

export function useSession(): SessionState {
  const { data, isPending } = useQuery(sessionQuery)
  return toSessionState(data, isPending)
}

/** Stores a new session. Cancels a read that is on its way, as its older answer would replace the new one. */
export async function setSession(answer: SessionAnswer): Promise<void> {
  await queryClient.cancelQueries({ queryKey: sessionQuery.queryKey })
  queryClient.setQueryData(sessionQuery.queryKey, answer)
}

/**
 * Waits for a call that gives this browser another session. The event stream may report the end of the old session
 * before the answer arrives, and that must not sign the person out. The other tabs hear of the new session afterwards.
 */
export async function replaceSession<Answer>(change: Promise<Answer>): Promise<Answer> {
  replacement = change.catch(() => {})
  try {
    return await change
  } finally {
    replacement = undefined
    sessionChannel.postMessage('changed')
  }
}

let replacement: Promise<unknown> | undefined

/** Follows sign-ins and sign-outs in other tabs. Returns a function that stops this. */
export function followOtherTabs(): () => void {
  const hear = ({ data }: MessageEvent<TabMessage>) => {
    if (data !== 'changed' && data.leftBy !== undefined) forgetChoicesOf(data.leftBy)
    refetchSession()
  }
  // A page that the browser kept and shows again has missed all messages in between.
  const wake = ({ persisted }: PageTransitionEvent) => persisted && refetchSession()
  sessionChannel.addEventListener('message', hear)
  addEventListener('pageshow', wake)
  return () => {
    sessionChannel.removeEventListener('message', hear)
    removeEventListener('pageshow', wake)
  }
}

/** Forgets the drafts and the chosen package in this tab, for a person who left on purpose. */
export function forgetChoicesOf(userId: string): void {
  dropDraftsOf(userId)
  chosenPackage.write(null)
}

/** Another tab changed the session. If a person left on purpose, all tabs delete the drafts of that person. */
type TabMessage = 'changed' | { leftBy: string | undefined }

export const signedOut: SessionAnswer = { session: null, isAuthenticated: false, isAdmin: false }
export const sessionChannel = new BroadcastChannel('session')

async function readSession({ signal }: { signal?: AbortSignal } = {}) {
  const before = replacement
  const answer = await call(getSession, {}, { signal, asked: takeFirstAnswer() })
  const change = before ?? replacement
  if (answer.session !== null || change === undefined) return answer
  // The question used the cookie of the session that has just been replaced, so it is repeated.
  await change
  return call(getSession, {}, { signal })
}

/**
 * Takes the answer that head.js requested before the app had loaded. It is used once, as it may be out of date later.
 */
function takeFirstAnswer(): Promise<Response> | undefined {
  const first = globalThis.firstSession
  globalThis.firstSession = undefined
  return first
}

/** Reads the session again. */
export function refetchSession(): void {
  void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
}
