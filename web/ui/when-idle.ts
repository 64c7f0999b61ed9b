const patienceMs = 2000

/** Does something once the browser has nothing more urgent to do, such as to show the first page. Returns how to drop it. */
export function whenIdle(task: () => void): () => void {
  // Safari has no such event; by then its page is there.
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(task, patienceMs)
    return () => clearTimeout(timer)
  }
  const request = requestIdleCallback(task, { timeout: patienceMs })
  return () => cancelIdleCallback(request)
}
