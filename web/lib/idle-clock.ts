/** Nobody used the site for so long: they are signed out. */
export const idleMs = 5 * 60_000
/** So long before that they are asked whether they are still there. */
export const promptMs = 30_000
/** Somebody who moves a mouse is noted at most this often. */
export const throttleMs = 500
/** A computer that slept wakes with timers that are late, so the time of day is looked at this often. */
const checkMs = 5000

export type IdleStage = 'active' | 'asked' | 'over'

/** `lastActiveAt` and `now` are milliseconds of the wall clock, which goes on while a computer sleeps. */
export function stageAt(now: number, lastActiveAt: number): IdleStage {
  const ageMs = now - lastActiveAt
  if (ageMs >= idleMs) return 'over'
  return ageMs >= idleMs - promptMs ? 'asked' : 'active'
}

interface IdleListeners {
  /** Somebody is there; called at most every `throttleMs`. */
  onActive: () => void
  /** Called once, when the time is up. */
  onOver: () => void
}

/**
 * Watches whether the owner of a session is still there. All tabs read and write one moment, so activity in one keeps
 * all of them, and each comes to the same conclusion at the same time without asking the others.
 */
export function startIdleClock(sessionName: string, listeners: IdleListeners): void {
  stopIdleClock()
  watched = { sessionName, listeners, ownAt: 0, isOver: false }
  for (const name of activityEvents) addEventListener(name, noteActivity, { passive: true, capture: true })
  for (const name of wakeEvents) addEventListener(name, check)
  // Opening a page is activity, but neither instead of an answer to the question nor after the time is up.
  if (lastActiveAt() === undefined || currentStage() === 'active') note()
  // The caller may be in the middle of taking note of the session that could be over by this.
  queueMicrotask(check)
}

export function stopIdleClock(): void {
  clearTimeout(timer)
  watched = undefined
  for (const name of activityEvents) removeEventListener(name, noteActivity, { capture: true })
  for (const name of wakeEvents) removeEventListener(name, check)
  publish('active')
}

/** The answer to the question: the person is there, and the time begins anew in all tabs. */
export function stayActive(): void {
  if (!watched || currentStage() === 'over') return
  note()
  check()
}

export function currentStage(): IdleStage {
  return stageAt(Date.now(), lastActiveAt() ?? Date.now())
}

/** Until the sign-out, by the clock on the wall. */
export function remainingMs(): number {
  const now = Date.now()
  return Math.max(0, (lastActiveAt() ?? now) + idleMs - now)
}

/** The stage that was published last, for those who draw it. */
export function getIdleStage(): IdleStage {
  return shown
}

export function subscribeToIdleStage(listener: () => void): () => void {
  stageListeners.add(listener)
  return () => stageListeners.delete(listener)
}

const activityEvents = ['pointerdown', 'pointermove', 'keydown', 'touchstart', 'touchmove', 'wheel', 'scroll'] as const
const wakeEvents = ['storage', 'focus', 'pageshow', 'visibilitychange'] as const
const storageName = 'last-active'
const stageListeners = new Set<() => void>()

let watched:
  | {
      sessionName: string
      listeners: IdleListeners
      /** When this tab last noted somebody; all there is where nothing can be stored. */
      ownAt: number
      isOver: boolean
    }
  | undefined
let timer: ReturnType<typeof setTimeout> | undefined
let shown: IdleStage = 'active'

function noteActivity(): void {
  if (!watched || Date.now() - watched.ownAt < throttleMs) return
  // While the question is open only its buttons count; and whoever wakes the computer too late is not asked at all.
  if (currentStage() === 'active') note()
  else check()
}

function note(): void {
  if (!watched) return
  watched.ownAt = Date.now()
  try {
    localStorage.setItem(storageName, `${watched.ownAt} ${watched.sessionName}`)
  } catch {
    // Without storage each tab is on its own.
  }
  watched.listeners.onActive()
}

function check(): void {
  if (!watched || watched.isOver) return
  clearTimeout(timer)
  const stage = currentStage()
  publish(stage)
  if (stage === 'over') {
    watched.isOver = true
    watched.listeners.onOver()
    return
  }
  const untilNextMs = remainingMs() - (stage === 'active' ? promptMs : 0)
  timer = setTimeout(check, Math.min(untilNextMs, checkMs))
}

/** Undefined before anybody was noted in this session. A clock that was set back counts from now on. */
function lastActiveAt(): number | undefined {
  if (!watched) return undefined
  const at = Math.max(watched.ownAt, storedAt(watched.sessionName))
  return at === 0 ? undefined : Math.min(at, Date.now())
}

function storedAt(sessionName: string): number {
  try {
    const [at, ...name] = (localStorage.getItem(storageName) ?? '').split(' ')
    return name.join(' ') === sessionName ? Number(at) || 0 : 0
  } catch {
    return 0
  }
}

function publish(stage: IdleStage): void {
  if (stage === shown) return
  shown = stage
  for (const listener of stageListeners) listener()
}
