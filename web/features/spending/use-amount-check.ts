import { useState } from 'react'

/**
 * Decides when to show a fault of an amount. It shows once the field has been left, and then also when the balance
 * changes. It goes once the amount is right; a new fault waits until the field is left again.
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
