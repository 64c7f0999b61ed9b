import { Ban, Check, Clock, DoorClosed, type LucideIcon } from 'lucide-react'
import type { Profile } from '../../../contract/profiles.ts'
import { t } from '../../../contract/translate.ts'
import { profileStatusNames } from '../../../contract/profile-status-names.ts'
import type { Tone } from '../../ui/badge.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'

export function UserStatus({ status }: { status: Profile['status'] }) {
  return <StatusBadge status={status} label={profileStatusNames[status]} {...looks[status]} />
}

/** The status of a row. For a person who has left the list meanwhile, it only says that the status has changed. */
export function ListedUserStatus({ status, isGone }: { status: Profile['status']; isGone: boolean }) {
  if (isGone) return <span className="text-sm text-ink-2">{t('Has changed')}</span>
  return <UserStatus status={status} />
}

const looks: Record<Profile['status'], { tone: Tone; icon: LucideIcon }> = {
  Active: { tone: 'ok', icon: Check },
  Inactive: { tone: 'wait', icon: Clock },
  Suspended: { tone: 'bad', icon: Ban },
  Closed: { tone: 'neutral', icon: DoorClosed },
}
