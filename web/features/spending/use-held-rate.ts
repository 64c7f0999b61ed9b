import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { globalStatsQuery } from '../../lib/queries.ts'
import { startRate, type KnownRate } from './estimate.ts'

/** The server's rate, which stands still while somebody is busy with an amount, so that an estimate does not change under their eyes. */
export function useHeldRate() {
  const { data, dataUpdatedAt } = useQuery(globalStatsQuery)
  const [held, setHeld] = useState<KnownRate | null>(null)
  const latest: KnownRate = data?.et_rate ? { value: data.et_rate, at: dataUpdatedAt } : { value: startRate, at: null }
  return {
    rate: held ?? latest,
    hold: () => setHeld((before) => before ?? latest),
    release: () => setHeld(null),
  }
}
