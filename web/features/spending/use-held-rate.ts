import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { rateOf } from '../../lib/platform-rate.ts'
import { globalStatsQuery } from '../../lib/public-queries.ts'
import type { KnownRate } from './estimate.ts'

/** The server's rate, which stands still while somebody is busy with an amount, so that an estimate does not change under their eyes. */
export function useHeldRate() {
  const { data, dataUpdatedAt } = useQuery(globalStatsQuery)
  const [isHolding, setIsHolding] = useState(false)
  const [held, setHeld] = useState<KnownRate | null>(null)
  const latest: KnownRate = { value: rateOf(data), at: data?.et_rate === undefined ? null : dataUpdatedAt }
  // A rate that comes while somebody is typing already is the first one they see.
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
