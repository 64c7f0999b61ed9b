import { getSession, signOut as signOutOperation } from '../../contract/endpoints/auth.ts'
import type { Session } from '../../contract/auth.ts'
import { call, onSignedOut } from './api.ts'
import { mustEnrol } from './enrolment.ts'
import { startEvents, stopEvents } from './events.ts'
import { currentStage, startIdleClock, stayActive, stopIdleClock } from './idle-clock.ts'
import { cancelActivityReport, reportActivity, reportActivityNow } from './keep-session.ts'
import { forgetPrivateData, queryClient, resetPrivateData } from './query-client.ts'
import {
  expiryNote,
  followOtherTabs,
  sessionChannel,
  refetchSession,
  sessionQuery,
  setSession,
  signedOut,
} from './session.ts'
import { dropQuestions } from './step-up.ts'

interface SessionListeners {
  /** The signed-in person has changed or left. The listener leaves pages that the new person may not see. */
  onChange: () => Promise<void>
  /** The person has been inactive for too long. */
  onExpired: () => void
}

/** Keeps this tab in step with the session on the server and in the other tabs. */
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
    // The person who was asked for a proof has left, and another person may not answer.
    dropQuestions()
    // Another person is signed in. No data of the previous one may stay on the screen, not even until the page changes.
    if (previous !== undefined && next !== undefined) resetPrivateData()
    if (next !== undefined) expiryNote.write(null)
    if (isExpired) {
      expiryNote.write('yes')
      onExpired()
    }
    if (isKnown) void onChange().then(() => next === undefined && forgetPrivateData())
    isKnown = true
  })
  followOtherTabs()
  onSignedOut(refetchSession)
}

/** Handles the answer "I am still here". */
export function staySignedIn(): void {
  stayActive()
  reportActivityNow()
}

let listener: string | undefined

/** Opens or closes the event stream. Visitors have none, and people who must set up a second factor have none yet. */
function followEvents(session: Session | null): void {
  const next = mustEnrol(session) ? undefined : session?.user.id
  if (next === listener) return
  listener = next
  if (next === undefined) stopEvents()
  else startEvents()
}

let watchedSession: string | undefined

/**
 * Starts or stops the idle clock for the session. Returns true if a session has just ended for inactivity, whichever
 * tab or the server noticed it.
 */
function watchIdleness(session: Session | null): boolean {
  const name = session ? nameOf(session) : undefined
  if (name === watchedSession) return false
  const isExpired = name === undefined && currentStage() === 'over'
  watchedSession = name
  cancelActivityReport()
  if (name === undefined) stopIdleClock()
  else startIdleClock(name, { onActive: reportActivity, onOver: () => void endIdleSession(name) })
  return isExpired
}

function nameOf({ user, expires_at: end }: Session): string {
  return `${user.id} ${end}`
}

/** Clears the screen at once. If the server cannot be reached, it ends the session by its own clock. */
async function endIdleSession(name: string): Promise<void> {
  queryClient.setQueryData(sessionQuery.queryKey, signedOut)
  // A tab that slept may wake after the person has signed in again in another tab. That session is not over.
  const answer = await call(getSession, {}).catch(() => signedOut)
  if (answer.session && nameOf(answer.session) !== name) return setSession(answer)
  await call(signOutOperation, {}).catch(() => {})
  sessionChannel.postMessage('changed')
}
