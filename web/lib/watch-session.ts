import { getSession, signOut as signOutOperation, type Session } from '../../contract/auth.ts'
import { call, onSignedOut } from './api.ts'
import { mustEnrol } from './enrolment.ts'
import { startEvents, stopEvents } from './events.ts'
import { currentStage, startIdleClock, stayActive, stopIdleClock } from './idle-clock.ts'
import { forgetActivity, reportActivity, reportNow } from './keep-session.ts'
import { forgetPrivateData, queryClient, replacePrivateData } from './query-client.ts'
import { expiryNote, followOtherTabs, otherTabs, readAgain, sessionQuery, setSession, signedOut } from './session.ts'
import { dropQuestions } from './step-up.ts'

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
  followOtherTabs()
  onSignedOut(readAgain)
}

/** The answer to the question whether the person is still there. */
export function staySignedIn(): void {
  stayActive()
  reportNow()
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
