import { StatusBadge } from '../../ui/status-badge.tsx'
import { statusDisplay } from './request-display.ts'

interface RequestStatusProps {
  status: string
  /** The words to show in place of the plain status. */
  text?: string | undefined
  /** Animates the badge, if the status has just changed on the screen. */
  stamped?: boolean | undefined
}

export function RequestStatus({ status, text, stamped }: RequestStatusProps) {
  const { tone, label } = statusDisplay(status)
  return <StatusBadge status={status} tone={tone} label={text ?? label} stamped={stamped} />
}
