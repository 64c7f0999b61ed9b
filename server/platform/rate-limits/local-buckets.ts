import type { Rule, Verdict } from './buckets.ts'

const subjectsMax = 50_000

export interface LocalBuckets {
  /** Takes one attempt from the subject's bucket. */
  take(rule: Rule, subject: string): Verdict
}

/**
 * Creates buckets in the memory of this process, for limits on every call. They cost no query. A bucket is the moment at
 * which it will be full again, by a clock that is never set. Above the most subjects, the one that has been quiet for longest
 * gets a full bucket.
 */
export function createLocalBuckets(now: () => number = () => performance.now()): LocalBuckets {
  const fullAt = new Map<string, number>()
  return {
    take({ name, atOnce, refillMs }, subject) {
      const key = `${name} ${subject}`
      const [nowMs, before] = [now(), fullAt.get(key)]
      const waitMs = (before ?? 0) - nowMs - (atOnce - 1) * refillMs
      if (waitMs > 0) return { isTaken: false, waitSeconds: Math.max(1, Math.ceil(waitMs / 1000)), isRepeated: true }
      fullAt.delete(key)
      const [quietest] = fullAt.keys()
      if (fullAt.size >= subjectsMax && quietest !== undefined) fullAt.delete(quietest)
      fullAt.set(key, Math.max(before ?? 0, nowMs) + refillMs)
      return { isTaken: true }
    },
  }
}
