import type { Topic } from '../../contract/events.ts'

/** Long enough for an answer to arrive, and too short for anybody to notice. */
const restMs = 500

/**
 * Passes on what has changed: at once after a quiet time, and what follows soon afterwards together. On a busy platform each
 * reading would otherwise be broken off by the next change, and the page would ask all the time and never hear an answer.
 */
export function gatherTopics(pass: (topics: readonly Topic[]) => void) {
  const waiting = new Set<Topic>()
  let rest: ReturnType<typeof setTimeout> | undefined
  const passOn = () => {
    rest = undefined
    if (waiting.size === 0) return
    const topics = [...waiting]
    waiting.clear()
    rest = setTimeout(passOn, restMs)
    pass(topics)
  }
  return {
    add(topics: readonly Topic[]): void {
      for (const topic of topics) waiting.add(topic)
      if (rest === undefined) passOn()
    },
    /** Forgets what has not been passed on. */
    stop(): void {
      clearTimeout(rest)
      rest = undefined
      waiting.clear()
    },
  }
}
