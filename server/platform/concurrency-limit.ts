import { Refusal } from './db/refusal.ts'

export interface ConcurrencyLimit {
  run<Result>(work: () => Promise<Result>): Promise<Result>
  /** Nobody more may wait at the moment. */
  isFull(): boolean
}

interface LimitSettings {
  atOnce: number
  waitingMax: number
  /** While others wait, a place rests after each work for so many times as long as the work took. */
  restShare?: number
}

/**
 * Lets heavy work happen `atOnce` times at once, in the order it was asked for: a flood of it cannot take all memory and
 * every core, and the other calls go on. More than `waitingMax` waiting is refused with too_many_requests.
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
      // Whoever ends hands its place on, so nobody who comes later can take it.
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
