import { StatusBadge } from '../../ui/status-badge.tsx'
import { statusDisplay } from './request-display.ts'

interface RequestStatusProps {
  status: string
  /** The words in place of the plain status, where there is room to say more. */
  text?: string | undefined
  /** Grows in when the status has just changed in front of the reader. */
  stamped?: boolean | undefined
}

export function RequestStatus({ status, text, stamped }: RequestStatusProps) {
  const { tone, label } = statusDisplay(status)
  return <StatusBadge status={status} tone={tone} label={text ?? label} stamped={stamped} />
}
