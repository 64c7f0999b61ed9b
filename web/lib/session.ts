import { queryOptions, useQuery } from '@tanstack/react-query'
import { getSession } from '../../contract/auth.ts'
import { call } from './api.ts'
import { chosenPackage } from './chosen-package.ts'
import { dropDraftsOf } from './drafts.ts'
import { queryClient } from './query-client.ts'
import { createSessionNote } from './session-note.ts'
import { toSessionState, type SessionAnswer, type SessionState } from './session-state.ts'

declare global {
  var firstSession: Promise<Response> | undefined
}

export const sessionQuery = queryOptions({
  queryKey: [getSession.id],
  queryFn: readSession,
  staleTime: Infinity,
  gcTime: Infinity,
  // It also names the own package.
  meta: { topics: ['session', 'profile', 'packages'], isPublic: true },
})

/** Set in a tab whose session ended because nobody was there, until the next attempt to sign in. */
export const expiryNote = createSessionNote('expired')

export function useSession(): SessionState {
  const { data, isPending } = useQuery(sessionQuery)
  return toSessionState(data, isPending)
}

/** An answer that is still on its way was true before, and must not undo this one. */
export async function setSession(answer: SessionAnswer): Promise<void> {
  await queryClient.cancelQueries({ queryKey: sessionQuery.queryKey })
  queryClient.setQueryData(sessionQuery.queryKey, answer)
}

/**
 * Waits for a call that gives this browser another session. The stream may tell of the old one's end before the answer
 * is here, and nobody is signed out by that; the other tabs, which may have been, are told of the new one.
 */
export async function replaceSession<Answer>(change: Promise<Answer>): Promise<Answer> {
  replacement = change.catch(() => {})
  try {
    return await change
  } finally {
    replacement = undefined
    otherTabs.postMessage('changed')
  }
}

let replacement: Promise<unknown> | undefined

/** Hears when somebody has signed in or out elsewhere. Returns how to stop. */
export function followOtherTabs(): () => void {
  const hear = ({ data }: MessageEvent<TabMessage>) => {
    if (data !== 'changed' && data.leftBy !== undefined) forgetChoicesOf(data.leftBy)
    readAgain()
  }
  // A page that the browser kept and shows again has not heard of anything in between.
  const wake = ({ persisted }: PageTransitionEvent) => persisted && readAgain()
  otherTabs.addEventListener('message', hear)
  addEventListener('pageshow', wake)
  return () => {
    otherTabs.removeEventListener('message', hear)
    removeEventListener('pageshow', wake)
  }
}

/** What somebody who left on purpose had begun and picked in this tab. */
export function forgetChoicesOf(userId: string): void {
  dropDraftsOf(userId)
  chosenPackage.write(null)
}

/** Another tab changed who is signed in; somebody who left on purpose leaves no drafts in any tab. */
type TabMessage = 'changed' | { leftBy: string | undefined }

export const signedOut: SessionAnswer = { session: null, isAuthenticated: false, isAdmin: false }
export const otherTabs = new BroadcastChannel('session')

async function readSession({ signal }: { signal?: AbortSignal } = {}) {
  const before = replacement
  const answer = await call(getSession, {}, { signal, asked: takeFirstAnswer() })
  const change = before ?? replacement
  if (answer.session !== null || change === undefined) return answer
  // Asked with the cookie of the session that has just been replaced.
  await change
  return call(getSession, {}, { signal })
}

/** What head.js asked for before the app was there. It was true then, and answers no later question. */
function takeFirstAnswer(): Promise<Response> | undefined {
  const first = globalThis.firstSession
  globalThis.firstSession = undefined
  return first
}

/** Asks anew who is signed in. */
export function readAgain(): void {
  void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
}
