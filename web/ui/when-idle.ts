const patienceMs = 2000

/**
 * Runs a task once the browser is idle, for example after showing the first page. Returns a function that cancels it.
 */
export function whenIdle(task: () => void): () => void {
  // Safari lacks `requestIdleCallback`, so the task waits until the page is usually there.
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(task, patienceMs)
    return () => clearTimeout(timer)
  }
  const request = requestIdleCallback(task, { timeout: patienceMs })
  return () => cancelIdleCallback(request)
}
