import type { Topic } from '../../contract/events.ts'

/** Long enough for an answer to arrive, and too short for a person to notice. */
const restMs = 500

/**
 * Passes on changed topics: at once after a quiet time, and together if more follow within half a second. On a busy
 * platform the next change would otherwise cancel each read, and no answer would ever arrive.
 */
export function batchTopics(pass: (topics: readonly Topic[]) => void) {
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
    /** Begins a rest of this many milliseconds. Changes within it are passed on together, at its end. */
    rest(ms: number): void {
      rest ??= setTimeout(passOn, ms)
    },
    /** Drops the topics that have not been passed on. */
    stop(): void {
      clearTimeout(rest)
      rest = undefined
      waiting.clear()
    },
  }
}
