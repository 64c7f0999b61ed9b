import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { rateOf } from '../../lib/platform-rate.ts'
import { globalStatsQuery } from '../../lib/public-queries.ts'
import type { KnownRate } from './estimate.ts'

/**
 * Returns the server's rate. It stays the same while the person works on an amount, so that the estimate does not
 * change meanwhile.
 */
export function useHeldRate() {
  const { data, dataUpdatedAt } = useQuery(globalStatsQuery)
  const [isHolding, setIsHolding] = useState(false)
  const [held, setHeld] = useState<KnownRate | null>(null)
  const latest: KnownRate = { value: rateOf(data), at: data?.et_rate === undefined ? null : dataUpdatedAt }
  // If no rate was known yet, a rate that arrives during typing is the first one to hold.
  if (isHolding && held === null && latest.at !== null) setHeld(latest)
  return {
    rate: held ?? latest,
    hold: () => setIsHolding(true),
    release: () => {
      setIsHolding(false)
      setHeld(null)
    },
  }
}
