import { Ban, Check, Clock, TimerOff, type LucideIcon } from 'lucide-react'
import type { Invitation } from '../../../contract/invitations.ts'
import type { Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { LeftText, TimeText } from '../../ui/time-text.tsx'

interface InvitationListProps {
  invitations: readonly Invitation[]
  onRevoke: (invitation: Invitation) => void
}

export function InvitationList({ invitations, onRevoke }: InvitationListProps) {
  return (
    <ul aria-label="Invitations" className="overflow-hidden rounded-3 border border-line bg-surface">
      {invitations.map((invitation) => (
        <li
          key={invitation.id}
          className="grid items-center justify-items-start gap-x-6 gap-y-2 border-b border-line px-4 py-3 last:border-b-0 sm:grid-cols-[6rem_minmax(0,1.4fr)_minmax(0,1fr)_5rem] sm:px-5"
        >
          <StatusBadge status={invitation.status} {...looks[invitation.status]} />
          <div>
            <p className="font-semibold break-all">{invitation.email ?? 'Whoever has the link'}</p>
            <p className="text-sm text-ink-2">
              Made by {invitation.created_by_name ?? 'the installation'},{' '}
              <TimeText value={invitation.created_at} relative />
            </p>
          </div>
          <p className="text-sm text-ink-2">
            <Outcome invitation={invitation} />
          </p>
          {invitation.status === 'open' && (
            <Button variant="bad" size="sm" onClick={() => onRevoke(invitation)}>
              Revoke<span className="sr-only"> the invitation for {invitation.email ?? 'whoever has the link'}</span>
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

const looks: Record<Invitation['status'], { tone: Tone; label: string; icon: LucideIcon }> = {
  open: { tone: 'wait', label: 'Open', icon: Clock },
  used: { tone: 'ok', label: 'Used', icon: Check },
  revoked: { tone: 'bad', label: 'Revoked', icon: Ban },
  expired: { tone: 'neutral', label: 'Expired', icon: TimerOff },
}

function Outcome({ invitation: { status, used_by_name: usedBy, expires_at: end } }: { invitation: Invitation }) {
  switch (status) {
    case 'used':
      return usedBy ? `Used by ${usedBy}` : 'Used'
    case 'revoked':
      return 'Can no longer be used'
    case 'expired':
      return (
        <>
          Expired <TimeText value={end} relative />
        </>
      )
    case 'open':
      return (
        <>
          Until <TimeText value={end} /> · <LeftText until={end} />
        </>
      )
  }
}
