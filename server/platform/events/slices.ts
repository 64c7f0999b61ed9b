interface SliceSettings<Item> {
  /** The items may come and go at any time. */
  items: ReadonlySet<Item>
  /** The most items of one visit. */
  size: number
  /** The time in which all items are visited once, without the time of the visits. */
  everyMs: number
  visit: (slice: Item[]) => Promise<void> | void
  onError: (error: unknown) => void
}

/**
 * Visits all items again and again, a slice at a time. So many items delay nothing else for as long as one visit of all
 * of them would. A pause begins when a visit has ended. Returns the function that stops the visits.
 */
export function visitInSlices<Item>({ items, size, everyMs, visit, onError }: SliceSettings<Item>): () => void {
  let isStopped = false
  let timer: NodeJS.Timeout
  let rest = items.values()
  const take = () => {
    const slice: Item[] = []
    while (slice.length < size) {
      const { done, value } = rest.next()
      if (done) break
      slice.push(value)
    }
    return slice
  }
  const visitNext = async () => {
    let slice = take()
    if (slice.length === 0) {
      rest = items.values()
      slice = take()
    }
    try {
      if (slice.length > 0) await visit(slice)
    } catch (error) {
      onError(error)
    }
    const share = slice.length === 0 ? 1 : slice.length / Math.max(items.size, slice.length)
    schedule(everyMs * share)
  }
  const schedule = (ms: number) => {
    if (!isStopped) timer = setTimeout(() => void visitNext(), ms).unref()
  }
  schedule(everyMs)
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}
