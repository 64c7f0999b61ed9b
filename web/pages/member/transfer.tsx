import { useQuery } from '@tanstack/react-query'
import type { Profile } from '../../../contract/profiles.ts'
import { useTransferForm } from '../../features/spending/use-transfer-form.ts'
import { userStatsQuery } from '../../lib/queries.ts'
import { useSession } from '../../lib/session.ts'
import { TransferForm } from './transfer-form.tsx'
import { TransferSuccess } from './transfer-success.tsx'

export function TransferPage() {
  const { profile } = useSession()
  return profile && <TransferScreen profile={profile} />
}

function TransferScreen({ profile }: { profile: Profile }) {
  const stats = useQuery(userStatsQuery)
  const form = useTransferForm(profile, stats.data?.available_coins)
  const { submitted, startAnew } = form.spending
  if (submitted) return <TransferSuccess request={submitted} onSendAnother={startAnew} />
  return <TransferForm form={form} stats={stats} />
}
