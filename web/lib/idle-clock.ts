/** A person who is inactive for this long is signed out. */
export const idleMs = 5 * 60_000
/** The question "Are you still there?" appears this long before the sign-out. */
export const promptMs = 30_000
/** Activity, such as moving a mouse, is noted at most this often. */
export const throttleMs = 500
/** Timers are late after a computer has slept, so the clock is checked this often. */
const checkMs = 5000

export type IdleStage = 'active' | 'asked' | 'over'

/**
 * Returns the stage of idleness. `lastActiveAt` and `now` are milliseconds of the wall clock, which also runs while a
 * computer sleeps.
 */
export function idleStageAt(now: number, lastActiveAt: number): IdleStage {
  const ageMs = now - lastActiveAt
  if (ageMs >= idleMs) return 'over'
  return ageMs >= idleMs - promptMs ? 'asked' : 'active'
}

interface IdleListeners {
  /** Called when the person is active, at most every `throttleMs`. */
  onActive: () => void
  /** Called once, when the time is up. */
  onOver: () => void
}

/**
 * Watches if the owner of a session is still active. All tabs share one stored time, so activity in one tab counts for
 * all. Each tab reaches the same result at the same time without asking the others.
 */
export function startIdleClock(sessionName: string, listeners: IdleListeners): void {
  stopIdleClock()
  watched = { sessionName, listeners, ownAt: 0, isOver: false }
  for (const name of activityEvents) addEventListener(name, noteActivity, { passive: true, capture: true })
  for (const name of wakeEvents) addEventListener(name, check)
  // Opening a page counts as activity, unless the question is open or the time is up.
  if (lastActiveAt() === undefined || currentStage() === 'active') note()
  // The caller may be in the middle of handling a new session, and this check could end it.
  queueMicrotask(check)
}

export function stopIdleClock(): void {
  clearTimeout(timer)
  watched = undefined
  for (const name of activityEvents) removeEventListener(name, noteActivity, { capture: true })
  for (const name of wakeEvents) removeEventListener(name, check)
  publish('active')
}

/** Handles the answer "I am still here": the time begins anew in all tabs. */
export function stayActive(): void {
  if (!watched || currentStage() === 'over') return
  note()
  check()
}

export function currentStage(): IdleStage {
  return idleStageAt(Date.now(), lastActiveAt() ?? Date.now())
}

/** Returns the time until the sign-out, by the wall clock. */
export function remainingMs(): number {
  const now = Date.now()
  return Math.max(0, (lastActiveAt() ?? now) + idleMs - now)
}

/** Returns the stage that was published last, for components that show it. */
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
      /** The last activity in this tab. It is the only record in a browser without storage. */
      ownAt: number
      isOver: boolean
    }
  | undefined
let timer: ReturnType<typeof setTimeout> | undefined
let shown: IdleStage = 'active'

function noteActivity(): void {
  if (!watched || Date.now() - watched.ownAt < throttleMs) return
  // While the question is open, only its buttons count as activity. A computer that wakes too late skips the question.
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

/** Returns undefined before the first activity in this session. If the clock was set back, counts from now on. */
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
