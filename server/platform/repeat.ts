interface Rhythm {
  everyMs: number
  onError: (error: unknown) => void
  /** True to run the work now, too, and not only after the first pause. */
  isAtOnce?: boolean
}

/**
 * Runs work at an interval. While a run takes longer than that, no other one begins or waits. Several servers may do the same work.
 * Returns the function that ends it, after the run under way. The signal tells the work that the server stops.
 */
export function repeat(
  work: (signal: AbortSignal) => Promise<unknown>,
  { everyMs, onError, isAtOnce = false }: Rhythm,
): () => Promise<void> {
  const stopping = new AbortController()
  let underWay: Promise<void> | undefined
  const run = () => {
    underWay ??= work(stopping.signal)
      .then(() => {}, onError)
      .finally(() => (underWay = undefined))
  }
  const timer = setInterval(run, everyMs)
  timer.unref()
  if (isAtOnce) run()
  return async () => {
    clearInterval(timer)
    stopping.abort()
    await underWay
  }
}
