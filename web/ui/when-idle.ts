const patienceMs = 2000
/** Most pages have their data by then, also on a phone. */
const settledAfterMs = 3000

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

/**
 * Runs a task some seconds from now, once the browser is idle. So what a page may need later does not compete with the
 * data that it shows first. Returns a function that cancels it.
 */
export function whenSettled(task: () => void): () => void {
  let cancel = () => {}
  const timer = setTimeout(() => {
    cancel = whenIdle(task)
  }, settledAfterMs)
  return () => {
    clearTimeout(timer)
    cancel()
  }
}
