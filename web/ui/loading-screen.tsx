import { useEffect, useState, type ReactNode } from 'react'
import { Spinner } from './spinner.tsx'

interface LoadingScreenProps {
  when: boolean
  text?: string
  children: ReactNode
}

const quietMs = 150
const shownAtLeastMs = 300

/** Fills the screen until the content is there, which then fades in. Quick answers show no spinner at all. */
export function LoadingScreen({ when, text = 'Loading...', children }: LoadingScreenProps) {
  const isShown = useSteadySign(when)
  if (isShown) {
    return (
      <div role="status" className="grid min-h-dvh place-content-center justify-items-center gap-3 text-ink-2">
        <Spinner className="size-7 text-brand" />
        {text}
      </div>
    )
  }
  if (when) return null
  return <div className="animate-fade-in">{children}</div>
}

/** True while a wait is worth showing: not before 150 ms, and then for 300 ms at least, so that it never flickers. */
export function useSteadySign(isWaiting: boolean): boolean {
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
