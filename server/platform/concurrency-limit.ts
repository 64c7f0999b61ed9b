import { Refusal } from './db/refusal.ts'

export interface ConcurrencyLimit {
  run<Result>(work: () => Promise<Result>): Promise<Result>
  /** True if no more work may wait at the moment. */
  isFull(): boolean
}

interface LimitSettings {
  atOnce: number
  waitingMax: number
  /** While other work waits, each finished work is followed by a rest of this many times its duration. */
  restShare?: number
}

/**
 * Runs at most `atOnce` pieces of heavy work at once, in the order of the calls. So a flood of them cannot take all
 * memory and every core, and other calls go on. When `waitingMax` pieces wait, it refuses more with too_many_requests.
 */
export function createConcurrencyLimit({ atOnce, waitingMax, restShare = 0 }: LimitSettings): ConcurrencyLimit {
  const waiting: (() => void)[] = []
  let working = 0
  const isFull = () => working >= atOnce && waiting.length >= waitingMax

  function handOn(): void {
    const next = waiting.shift()
    if (next) next()
    else working -= 1
  }

  return {
    isFull,
    async run(work) {
      if (isFull()) throw new Refusal('too_many_requests')
      // Finished work hands its place to the next in the queue, so no later call can take it.
      if (working >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
      else working += 1
      const startMs = performance.now()
      try {
        return await work()
      } finally {
        const restMs = waiting.length > 0 ? restShare * (performance.now() - startMs) : 0
        if (restMs > 0) setTimeout(handOn, restMs)
        else handOn()
      }
    },
  }
}
