const activityEvents = ['pointerdown', 'pointermove', 'keydown', 'touchstart', 'wheel', 'scroll'] as const
const quietMs = 60_000

/** Calls `onActive` while the person uses the page, at most once a minute. */
export function watchActivity(onActive: () => void): void {
  let lastAt = Date.now()
  const notice = () => {
    const now = Date.now()
    if (now - lastAt < quietMs) return
    lastAt = now
    onActive()
  }
  for (const name of activityEvents) addEventListener(name, notice, { passive: true, capture: true })
}
