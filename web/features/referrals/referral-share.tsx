import { useQuery } from '@tanstack/react-query'
import { formatDecimal } from '../../../contract/money.ts'
import { t } from '../../../contract/translate.ts'
import { settingsQuery } from '../../lib/public-queries.ts'

/** The share of a friend's first package that bringing them in earns. Its room is kept until it is known. */
export function ReferralShare() {
  const { data } = useQuery(settingsQuery)
  if (!data) return <span className="invisible">{t('{percent}%', { percent: '20' })}</span>
  return t('{percent}%', { percent: formatDecimal(data.referral_percentage, 0, 4) })
}
