import { useQuery } from '@tanstack/react-query'
import { percentText } from '../../lib/percent-text.ts'
import { settingsQuery } from '../../lib/public-queries.ts'

/** The referrer's share of a friend's first package. Its room is kept until it is known. */
export function ReferralShare() {
  const { data } = useQuery(settingsQuery)
  if (!data) return <span className="invisible">{percentText('20')}</span>
  return percentText(data.referral_percentage)
}
