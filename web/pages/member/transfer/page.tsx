import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Profile } from '../../../../contract/profiles.ts'
import { useTransferForm } from './use-transfer-form.ts'
import { userStatsQuery } from '../../../features/spending/user-stats-query.ts'
import { useSession } from '../../../lib/session.ts'
import { TransferForm } from './form.tsx'
import { TransferSuccess } from './success.tsx'

export { lead } from './form.tsx'

export function TransferPage() {
  const { profile } = useSession()
  // Each transfer starts with an empty form.
  const [round, setRound] = useState(1)
  const again = { isAnother: round > 1, onSendAnother: () => setRound(round + 1) }
  return profile && <TransferScreen key={round} profile={profile} {...again} />
}

interface TransferScreenProps {
  profile: Profile
  isAnother: boolean
  onSendAnother: () => void
}

function TransferScreen({ profile, isAnother, onSendAnother }: TransferScreenProps) {
  const stats = useQuery(userStatsQuery)
  const form = useTransferForm(profile, stats.data)
  const { submitted } = form.spending
  if (submitted) return <TransferSuccess request={submitted} onSendAnother={onSendAnother} />
  return <TransferForm form={form} stats={stats} isAnother={isAnother} />
}
