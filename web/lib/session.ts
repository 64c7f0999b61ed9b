import { queryOptions, useQuery } from '@tanstack/react-query'
import {
  getSession,
  signIn as signInOperation,
  signOut as signOutOperation,
  type Session,
} from '../../contract/auth.ts'
import type { CallInput } from '../../contract/operation.ts'
import { ApiError } from './api-error.ts'
import { call, onSignedOut } from './api.ts'
import { dropDraftsOf, visitor } from './drafts.ts'
import { mustEnrol } from './enrolment.ts'
import { startEvents, stopEvents } from './events.ts'
import { currentStage, startIdleClock, stayActive, stopIdleClock } from './idle-clock.ts'
import { forgetActivity, reportActivity, reportNow } from './keep-session.ts'
import { forgetPrivateData, queryClient, replacePrivateData } from './query-client.ts'
import { createSessionNote } from './session-note.ts'
import { dropQuestions } from './step-up.ts'
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

/** Starts a session. Throws an ApiError when it is refused. */
export async function signIn(body: CallInput<typeof signInOperation>['body']): Promise<SessionAnswer> {
  // Not before there is an answer to stand in its place.
  const answer = await call(signInOperation, { body }).finally(() => expiryNote.write(null))
  // What was typed before belongs to nobody who is known, and a form for visitors is not shown to whoever is next.
  dropDraftsOf(visitor)
  await setSession(answer)
  otherTabs.postMessage('changed')
  return answer
}

/** Ends the session here and in the other tabs, because the person wants to. One that is already over counts as ended. */
export async function signOut(): Promise<void> {
  const userId = queryClient.getQueryData(sessionQuery.queryKey)?.session?.user.id
  try {
    await call(signOutOperation, {})
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'not_signed_in')) throw error
  }
  if (userId !== undefined) dropDraftsOf(userId)
  await setSession(signedOut)
  otherTabs.postMessage({ leftBy: userId })
}

/** An answer that is still on its way was true before, and must not undo this one. */
async function setSession(answer: SessionAnswer): Promise<void> {
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

/** The answer to the question whether the person is still there. */
export function staySignedIn(): void {
  stayActive()
  reportNow()
}

interface SessionListeners {
  /** Somebody else is signed in now, or nobody: leaves pages that the person may no longer see. */
  onChange: () => Promise<void>
  /** The person has been away for too long. */
  onExpired: () => void
}

/** Keeps this tab in step with the server and the other tabs. */
export function watchSession({ onChange, onExpired }: SessionListeners): void {
  let userId: string | undefined
  let isKnown = false
  queryClient.getQueryCache().subscribe(() => {
    const answer = queryClient.getQueryData(sessionQuery.queryKey)
    if (answer === undefined) return
    const isExpired = watchIdleness(answer.session)
    followEvents(answer.session)
    const next = answer.session?.user.id
    if (isKnown && next === userId) return
    const previous = userId
    userId = next
    // Whoever was asked for a proof is not there any more, and nobody else may answer.
    dropQuestions()
    // Another person: nothing of the one before may stay on the screen, not even until the page has changed.
    if (previous !== undefined && next !== undefined) replacePrivateData()
    if (next !== undefined) expiryNote.write(null)
    if (isExpired) {
      expiryNote.write('yes')
      onExpired()
    }
    if (isKnown) void onChange().then(() => next === undefined && forgetPrivateData())
    isKnown = true
  })
  otherTabs.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    if (data !== 'changed' && data.leftBy !== undefined) dropDraftsOf(data.leftBy)
    readAgain()
  })
  // A page that the browser kept and shows again has not heard of anything in between.
  addEventListener('pageshow', ({ persisted }) => persisted && readAgain())
  onSignedOut(readAgain)
}

/** Another tab changed who is signed in; somebody who left on purpose leaves no drafts in any tab. */
type TabMessage = 'changed' | { leftBy: string | undefined }

const signedOut: SessionAnswer = { session: null, isAuthenticated: false, isAdmin: false }
const otherTabs = new BroadcastChannel('session')

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

function readAgain(): void {
  void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
}

let listener: string | undefined

/** The stream is closed to visitors, and to whoever has yet to set up the second factor that is required of them. */
function followEvents(session: Session | null): void {
  const next = mustEnrol(session) ? undefined : session?.user.id
  if (next === listener) return
  listener = next
  if (next === undefined) stopEvents()
  else startEvents()
}

let watchedSession: string | undefined

/** Says whether a session has just ended because nobody was there, in whichever tab or on the server that was noticed. */
function watchIdleness(session: Session | null): boolean {
  const name = session ? nameOf(session) : undefined
  if (name === watchedSession) return false
  const isExpired = name === undefined && currentStage() === 'over'
  watchedSession = name
  forgetActivity()
  if (name === undefined) stopIdleClock()
  else startIdleClock(name, { onActive: reportActivity, onOver: () => void endIdleSession(name) })
  return isExpired
}

function nameOf({ user, expires_at: end }: Session): string {
  return `${user.id} ${end}`
}

/** The screen is cleared at once, whatever the server says: when it cannot be told, it ends the session by itself. */
async function endIdleSession(name: string): Promise<void> {
  queryClient.setQueryData(sessionQuery.queryKey, signedOut)
  // A tab that slept may wake when somebody has signed in anew in another one: that session is not over.
  const answer = await call(getSession, {}).catch(() => signedOut)
  if (answer.session && nameOf(answer.session) !== name) return setSession(answer)
  await call(signOutOperation, {}).catch(() => {})
  otherTabs.postMessage('changed')
}
