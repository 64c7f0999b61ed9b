import { useState } from 'react'

/**
 * When a fault of an amount shows: once the field has been left, and from then on whenever the balance makes it one. It goes
 * the moment the amount is right; a new one waits until the field is left again.
 */
export function useAmountCheck(fault: string | undefined) {
  const [isJudged, setIsJudged] = useState(false)
  return {
    fault: isJudged ? fault : undefined,
    judge: () => setIsJudged(true),
    /** Takes the fault of the text that has just been typed. */
    change: (next: string | undefined) => setIsJudged((before) => before && next !== undefined),
  }
}
