import { Ban, Check, Clock, TimerOff, type LucideIcon } from 'lucide-react'
import { dutyNames } from '../../../../contract/duty-names.ts'
import type { Invitation } from '../../../../contract/invitations.ts'
import { t, tc } from '../../../../contract/translate.ts'
import { richText } from '../../../lib/rich-text.ts'
import type { Tone } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { RemainingTimeText, TimeText } from '../../../ui/time-text.tsx'

interface InvitationListProps {
  invitations: readonly Invitation[]
  /** Undefined for those who only read them. */
  onRevoke: ((invitation: Invitation) => void) | undefined
}

export function InvitationList({ invitations, onRevoke }: InvitationListProps) {
  return (
    <ul aria-label={t('Invitations')} className="overflow-hidden rounded-3 border border-line bg-surface">
      {invitations.map((invitation) => (
        <li
          key={invitation.id}
          className="grid items-center justify-items-start gap-x-6 gap-y-2 border-b border-line px-4 py-3 last:border-b-0 sm:grid-cols-[7rem_minmax(0,1.4fr)_minmax(0,1fr)_6.5rem] sm:px-5"
        >
          <StatusBadge status={invitation.status} {...looks[invitation.status]} />
          <div>
            <p className="font-semibold break-all">{invitation.email ?? t('Whoever has the link')}</p>
            <p className="text-sm">{dutyNames[invitation.duty]}</p>
            <p className="text-sm text-ink-2">
              <Origin invitation={invitation} />
            </p>
          </div>
          <p className="text-sm text-ink-2">
            <Outcome invitation={invitation} />
          </p>
          {(invitation.status === 'open' || invitation.status === 'waiting') && onRevoke && (
            <Button variant="bad" size="sm" aria-label={revokeLabel(invitation)} onClick={() => onRevoke(invitation)}>
              {t('Revoke')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

const looks: Record<Invitation['status'], { tone: Tone; label: string; icon: LucideIcon }> = {
  waiting: { tone: 'wait', label: tc('status of an invitation', 'Waiting'), icon: Clock },
  open: { tone: 'wait', label: tc('status of an invitation', 'Open'), icon: Clock },
  used: { tone: 'ok', label: tc('status of an invitation', 'Used'), icon: Check },
  revoked: { tone: 'bad', label: tc('status of an invitation', 'Revoked'), icon: Ban },
  expired: { tone: 'neutral', label: tc('status of an invitation', 'Expired'), icon: TimerOff },
}

function revokeLabel({ email }: Invitation): string {
  return email ? t('Revoke the invitation for {email}', { email }) : t('Revoke the invitation for whoever has the link')
}

function Origin({ invitation: { created_by_name: name, created_at: at } }: { invitation: Invitation }) {
  const time = <TimeText value={at} relative />
  return name === null
    ? richText('Made by the installation, {time}', { time })
    : richText('Made by {name}, {time}', { name, time })
}

function Outcome({ invitation: { status, used_by_name: usedBy, expires_at: end } }: { invitation: Invitation }) {
  switch (status) {
    case 'used':
      return usedBy ? t('Used by {name}', { name: usedBy }) : tc('status of an invitation', 'Used')
    case 'revoked':
      return t('Can no longer be used')
    case 'expired':
      return richText('Expired {time}', { time: <TimeText value={end} relative /> })
    case 'waiting':
      return t('Its link works once a second owner has approved it')
    case 'open':
      return richText('Until {time} · {left}', {
        time: <TimeText value={end} />,
        left: <RemainingTimeText until={end} />,
      })
  }
}
