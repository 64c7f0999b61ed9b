import { useQuery } from '@tanstack/react-query'
import type { Profile } from '../../../contract/profiles.ts'
import { useWithdrawalForm } from '../../features/spending/use-withdrawal-form.ts'
import { userStatsQuery } from '../../lib/queries.ts'
import { useSession } from '../../lib/session.ts'
import { WithdrawForm } from './withdraw-form.tsx'
import { WithdrawSuccess } from './withdraw-success.tsx'

export function WithdrawPage() {
  const { profile } = useSession()
  return profile && <WithdrawScreen profile={profile} />
}

function WithdrawScreen({ profile }: { profile: Profile }) {
  const stats = useQuery(userStatsQuery)
  const form = useWithdrawalForm(profile, stats.data?.available_coins)
  const { submitted, startAnew } = form.spending
  if (submitted) return <WithdrawSuccess request={submitted} reviewed={form.reviewed} onWithdrawMore={startAnew} />
  return <WithdrawForm form={form} profile={profile} stats={stats} />
}
