import { Refusal } from './db/refusal.ts'

export interface ConcurrencyLimit<Lane extends string> {
  /**
   * Runs the work once there is a place for it. `subject` names the account that asked for it. Work
   * without a subject has no share of its own.
   */
  run<Result>(lane: Lane, subject: string | undefined, work: () => Promise<Result>): Promise<Result>
  /** True if no more work may wait in this lane at the moment. */
  isFull(lane: Lane): boolean
}

/** The most work that may wait in a lane: in all, and of one subject. */
interface LaneSettings {
  waitingMax: number
  waitingOfOne?: number
}

interface LimitSettings<Lane extends string> {
  atOnce: number
  /** The most pieces of work of one subject at once. */
  atOnceOfOne?: number
  lanes: Record<Lane, LaneSettings>
  /** While other work waits, each finished work is followed by a rest of this many times its duration. */
  restShare?: number
}

interface Waiting {
  subject: string | undefined
  begin: () => void
}

/**
 * Runs at most `atOnce` pieces of heavy work at once. So a flood of them cannot take all memory and every core, and other
 * calls go on. The lanes take turns, and each keeps the order of its calls, so a full lane holds up no other one. No
 * subject gets more than its share. Work beyond the share of its subject is refused with too_many_requests, and work that
 * finds its lane full with server_busy.
 */
export function createConcurrencyLimit<const Lane extends string>({
  atOnce,
  atOnceOfOne = atOnce,
  lanes,
  restShare = 0,
}: LimitSettings<Lane>): ConcurrencyLimit<Lane> {
  const names = Object.keys(lanes) as Lane[]
  const queues = new Map<Lane, Waiting[]>(names.map((name) => [name, []]))
  const shares = createShares()
  /** Every piece of work that works or rests. */
  let working = 0
  const queueOf = (lane: Lane) => queues.get(lane) ?? []
  const isFull = (lane: Lane) => queueOf(lane).length >= lanes[lane].waitingMax

  /** Takes the next work from the lanes, which take turns. It passes over subjects that have their share already. */
  function takeNext(): Waiting | undefined {
    for (const lane of names) {
      const queue = queueOf(lane)
      const at = queue.findIndex(({ subject }) => shares.read(subject) < atOnceOfOne)
      if (at === -1) continue
      names.push(...names.splice(names.indexOf(lane), 1))
      return queue.splice(at, 1)[0]
    }
    return undefined
  }

  function beginNext(): void {
    while (working < atOnce) {
      const next = takeNext()
      if (!next) return
      working += 1
      shares.change(next.subject, 1)
      next.begin()
    }
  }

  function leave(): void {
    working -= 1
    beginNext()
  }

  return {
    isFull,
    async run(lane, subject, work) {
      const { waitingOfOne = Infinity } = lanes[lane]
      const own = queueOf(lane).filter((waiting) => subject !== undefined && waiting.subject === subject)
      if (own.length >= waitingOfOne) throw new Refusal('too_many_requests')
      if (isFull(lane)) throw new Refusal('server_busy')
      await new Promise<void>((begin) => {
        queueOf(lane).push({ subject, begin })
        beginNext()
      })
      const startMs = performance.now()
      try {
        return await work()
      } finally {
        shares.change(subject, -1)
        const isAwaited = names.some((name) => queueOf(name).length > 0)
        const restMs = isAwaited ? restShare * (performance.now() - startMs) : 0
        if (restMs > 0) setTimeout(leave, restMs)
        else leave()
      }
    },
  }
}

/** Counts the work of each subject that is under way. Work without a subject is not counted. */
function createShares() {
  const counts = new Map<string, number>()
  const read = (subject: string | undefined) => (subject === undefined ? 0 : (counts.get(subject) ?? 0))
  return {
    read,
    change(subject: string | undefined, change: 1 | -1): void {
      if (subject === undefined) return
      const count = read(subject) + change
      if (count > 0) counts.set(subject, count)
      else counts.delete(subject)
    },
  }
}
