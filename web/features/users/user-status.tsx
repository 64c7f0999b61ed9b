import { Ban, Check, Clock, type LucideIcon } from 'lucide-react'
import type { Profile } from '../../../contract/profiles.ts'
import { profileStatusNames } from '../../lib/profile-status-names.ts'
import type { Tone } from '../../ui/badge.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'

export function UserStatus({ status }: { status: Profile['status'] }) {
  return <StatusBadge status={status} label={profileStatusNames[status]} {...looks[status]} />
}

const looks: Record<Profile['status'], { tone: Tone; icon: LucideIcon }> = {
  Active: { tone: 'ok', icon: Check },
  Inactive: { tone: 'wait', icon: Clock },
  Suspended: { tone: 'bad', icon: Ban },
}
