import { keepSession } from '../../contract/auth.ts'
import { call } from './api.ts'

/**
 * The server hears of activity at most once a minute, and always of the last: what happens within the minute is told at
 * its end. So the server's six minutes, of which it may note the beginning 30 seconds early, never end before the five
 * of the page.
 */
const keepMs = 60_000
/** A page that is just being opened has more urgent things to ask for than to tell that somebody has opened it. */
const settleMs = 1500

let keptAt = 0
let waiting: ReturnType<typeof setTimeout> | undefined

/** Tells the server that the person is active, now or at the end of the minute. */
export function reportActivity(): void {
  waiting ??= setTimeout(reportNow, Math.max(settleMs - performance.now(), keptAt + keepMs - Date.now(), 0))
}

export function reportNow(): void {
  forgetActivity()
  keptAt = Date.now()
  // What the server refuses is heard where all refusals are; and what did not reach it is told again in a minute.
  void call(keepSession, {}).catch(() => {})
}

/** Nobody is signed in any more, or somebody new is. */
export function forgetActivity(): void {
  clearTimeout(waiting)
  waiting = undefined
  keptAt = 0
}
