import { Refusal } from '../db/refusal.ts'

export interface Turns {
  take<Result>(work: () => Promise<Result>): Promise<Result>
  /** Nobody more may wait at the moment. */
  isFull(): boolean
}

/**
 * Lets heavy work happen `atOnce` times at once, in the order it was asked for: a flood of it cannot take all memory and
 * every core, and the other calls go on. More than `waitingMax` waiting is refused with too_many_requests.
 */
export function createTurns({ atOnce, waitingMax }: { atOnce: number; waitingMax: number }): Turns {
  const waiting: (() => void)[] = []
  let working = 0
  const isFull = () => working >= atOnce && waiting.length >= waitingMax
  return {
    isFull,
    async take(work) {
      if (isFull()) throw new Refusal('too_many_requests')
      // Whoever ends hands its place on, so nobody who comes later can take it.
      if (working >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
      else working += 1
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next) next()
        else working -= 1
      }
    },
  }
}
