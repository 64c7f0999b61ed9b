import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Profile } from '../../../../contract/profiles.ts'
import { useWithdrawalForm } from './use-withdrawal-form.ts'
import { userStatsQuery } from '../../../features/spending/user-stats-query.ts'
import { useSession } from '../../../lib/session.ts'
import { WithdrawForm } from './form.tsx'
import { WithdrawSuccess } from './success.tsx'

export { lead } from './form.tsx'

export function WithdrawPage() {
  const { profile } = useSession()
  // Each withdrawal starts with an empty form.
  const [round, setRound] = useState(1)
  const again = { isAnother: round > 1, onWithdrawMore: () => setRound(round + 1) }
  return profile && <WithdrawScreen key={round} profile={profile} {...again} />
}

interface WithdrawScreenProps {
  profile: Profile
  isAnother: boolean
  onWithdrawMore: () => void
}

function WithdrawScreen({ profile, isAnother, onWithdrawMore }: WithdrawScreenProps) {
  const stats = useQuery(userStatsQuery)
  const form = useWithdrawalForm(profile, stats.data)
  const { submitted } = form.spending
  if (submitted) return <WithdrawSuccess request={submitted} reviewed={form.reviewed} onWithdrawMore={onWithdrawMore} />
  return <WithdrawForm form={form} profile={profile} stats={stats} isAnother={isAnother} />
}
