/** The calls that may be sent to all providers together. */
export interface CallBudget {
  /** Takes one call. Returns false if the calls of the last minute are used up. */
  take(): Promise<boolean>
}

const minuteMs = 60_000

/** Creates a budget of this process: in no minute are there more calls than this. */
export function createCallBudget(mostPerMinute: number, now = () => performance.now()): CallBudget {
  let taken: number[] = []
  return {
    async take() {
      taken = taken.filter((time) => now() - time < minuteMs)
      if (taken.length >= mostPerMinute) return false
      taken.push(now())
      return true
    },
  }
}
