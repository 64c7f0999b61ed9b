import { formatRate } from '../../../contract/money.ts'
import { t } from '../../../contract/translate.ts'
import { richText } from '../../lib/rich-text.ts'
import { TimeText } from '../../ui/time-text.tsx'
import type { KnownRate } from './estimate.ts'

/** The rate behind an estimate and its time, or a note that the default stands in. */
export function RateText({ rate }: { rate: KnownRate }) {
  const usdPerCoin = formatRate(rate.value, 4)
  if (rate.at === null) {
    return t('at the default rate of {rate} per ET, as the current one could not be read yet', { rate: usdPerCoin })
  }
  return richText('at {rate} per ET, the rate of {time}', {
    rate: usdPerCoin,
    time: <TimeText value={new Date(rate.at)} />,
  })
}
