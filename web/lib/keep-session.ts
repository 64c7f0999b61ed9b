import { keepSession } from '../../contract/endpoints/auth.ts'
import { call } from './api.ts'

/**
 * The page reports activity to the server at most once a minute. Activity within the minute is reported at its end. The
 * server ends a session after six minutes, and may start to count 30 seconds early. So it never ends a session before the
 * five minutes of the page are over.
 */
const keepMs = 60_000
/** A page that is just opening has more urgent calls to make. */
const settleMs = 1500

let keptAt = 0
let waiting: ReturnType<typeof setTimeout> | undefined
let sending: AbortController | undefined

/** Reports activity to the server, now or at the end of the minute. */
export function reportActivity(): void {
  waiting ??= setTimeout(reportActivityNow, Math.max(settleMs - performance.now(), keptAt + keepMs - Date.now(), 0))
}

export function reportActivityNow(): void {
  cancelActivityReport()
  keptAt = Date.now()
  sending = new AbortController()
  // `call` itself reports an ended session. A report that did not reach the server is repeated in a minute.
  void call(keepSession, {}, { signal: sending.signal }).catch(() => {})
}

/** Sends no report within the next minute. Called before a sign-out, after which the server would refuse it. */
export function postponeActivityReport(): void {
  cancelActivityReport()
  keptAt = Date.now()
}

/** Cancels the report that waits or is on its way. Called when the session changes. */
export function cancelActivityReport(): void {
  clearTimeout(waiting)
  waiting = undefined
  sending?.abort()
  sending = undefined
  keptAt = 0
}
