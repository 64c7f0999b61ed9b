import { useEffect, useState } from 'react'

/**
 * True while a wait is worth showing. It starts after 150 ms and lasts at least 300 ms, so that it does not flicker.
 */
export function useIsWaitShown(isWaiting: boolean): boolean {
  const [shownAt, setShownAt] = useState<number | null>(null)

  useEffect(() => {
    if (isWaiting) {
      const timer = setTimeout(() => setShownAt((at) => at ?? Date.now()), quietMs)
      return () => clearTimeout(timer)
    }
    if (shownAt === null) return
    const timer = setTimeout(() => setShownAt(null), shownAt + shownAtLeastMs - Date.now())
    return () => clearTimeout(timer)
  }, [isWaiting, shownAt])

  return shownAt !== null
}

const quietMs = 150
const shownAtLeastMs = 300
