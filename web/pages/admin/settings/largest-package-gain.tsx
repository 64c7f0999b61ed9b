import { useQuery } from '@tanstack/react-query'
import type { Decimal } from '../../../../contract/money.ts'
import { GainAtOnce } from '../../../features/packages/gain-at-once.tsx'
import { packagesQuery } from '../../../features/packages/packages-query.ts'

/** Tells what the largest package on offer gives away at a rate in USD per ET. The list is ordered by price. */
export function LargestPackageGain({ rate }: { rate: Decimal }) {
  const largest = useQuery(packagesQuery).data?.items.at(-1)
  if (largest === undefined) return null
  return (
    <div className="mt-3">
      <GainAtOnce name={largest.package_name} terms={largest} rate={rate} />
    </div>
  )
}
