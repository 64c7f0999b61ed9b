/** Changes, such as those of money, are refused later than reads. */
export type CallClass = 'read' | 'change'

/** Ends a call. One that was not answered, such as one that waits for its body, says nothing of how many the server can do. */
export type EndCall = (isAnswered: boolean) => void

export interface Admission {
  /** Takes a new call, and returns the function that ends it; undefined if it is refused. */
  enter(callClass: CallClass): EndCall | undefined
  /** Counts a call that was taken before. */
  begin(): EndCall
}

/** While there are more calls than the server can do, so many are at work as it ends in this time. */
const targetMs = 100
/** A call that has waited for so long is late. */
const lateMs = 125
/** So few calls are not too many: a server that stalls for a moment has more of them than one that has too many all the time. */
const fewest = { usually: 128, strict: 48 }
/** After it was late, the server takes no burst for so long. Otherwise it would take a crowd each time it has caught up. */
const strictMs = 5_000
const share: Record<CallClass, number> = { read: 1, change: 1.5 }
const windowMs = 250

/**
 * Decides if the server takes one more call. A number of calls at work waits as long as the server needs to end as many. So
 * there may be as many as it ends in the target time. A burst at a quiet moment is taken whole: only when the oldest call is
 * late, too, now or a moment ago, there are more calls than can be done. `now` is a clock in milliseconds.
 */
export function createAdmission(now: () => number = () => performance.now()): Admission {
  const begun = new Set<{ at: number }>()
  let windowAt = now()
  let ended = 0
  let endedInTarget = 0
  let lateAt = Number.NEGATIVE_INFINITY

  function measure(): void {
    const passed = now() - windowAt
    if (passed < windowMs) return
    endedInTarget = (ended * targetMs) / passed
    ended = 0
    windowAt = now()
  }

  function begin(): EndCall {
    const call = { at: now() }
    begun.add(call)
    return (isAnswered) => {
      if (begun.delete(call) && isAnswered) ended += 1
      measure()
    }
  }

  const isStrict = () => now() - lateAt <= strictMs

  /** The calls stand in the order of their beginnings. */
  function isLate(): boolean {
    const [oldest] = begun
    // Once it was late, it stays strict until its calls are as soon as they should be.
    const limitMs = isStrict() ? targetMs : lateMs
    if (oldest !== undefined && now() - oldest.at > limitMs) lateAt = now()
    return isStrict()
  }

  return {
    begin,
    enter(callClass) {
      measure()
      const most = Math.max(isStrict() ? fewest.strict : fewest.usually, endedInTarget) * share[callClass]
      return begun.size >= most && isLate() ? undefined : begin()
    },
  }
}
