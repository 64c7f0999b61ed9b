import { Undo2 } from 'lucide-react'
import { t } from '../../../contract/translate.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { statusDisplay } from './request-display.ts'

interface RequestStatusProps {
  status: string
  /** The words to show in place of the plain status. */
  text?: string | undefined
  /** Animates the badge, if the status has just changed on the screen. */
  stamped?: boolean | undefined
  /** True for an approved request that was reversed later. */
  isReversed?: boolean | undefined
}

export function RequestStatus({ status, text, stamped, isReversed = false }: RequestStatusProps) {
  const { tone, label } = statusDisplay(status)
  const badge = <StatusBadge status={status} tone={tone} label={text ?? label} stamped={stamped} />
  if (!isReversed) return badge
  return (
    <span className="inline-flex flex-wrap gap-1">
      {badge}
      <StatusBadge status="reversed" tone="bad" label={t('Reversed')} icon={Undo2} />
    </span>
  )
}
