import { StatusBadge } from '../../ui/status-badge.tsx'
import { statusLook } from './request-look.ts'

interface RequestStatusProps {
  status: string
  /** Grows in when the status has just changed in front of the reader. */
  stamped?: boolean | undefined
}

export function RequestStatus({ status, stamped }: RequestStatusProps) {
  const { tone, label } = statusLook(status)
  return <StatusBadge status={status} tone={tone} label={label} stamped={stamped} />
}
