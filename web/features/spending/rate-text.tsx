import { formatRate } from '../../../contract/money.ts'
import { TimeText } from '../../ui/time-text.tsx'
import type { KnownRate } from './estimate.ts'

/** The rate behind an estimate and since when it is known, or that it is not. */
export function RateText({ rate }: { rate: KnownRate }) {
  if (rate.at === null) {
    return <>at the default rate of {formatRate(rate.value, 4)} per ET, as the current one could not be read yet</>
  }
  return (
    <>
      at {formatRate(rate.value, 4)} per ET, the rate of <TimeText value={new Date(rate.at)} />
    </>
  )
}
