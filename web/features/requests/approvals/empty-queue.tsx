import { BadgeCheck } from 'lucide-react'
import { t } from '../../../../contract/translate.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'

export function EmptyQueue({ children }: { children: string }) {
  return (
    <EmptyState icon={BadgeCheck} title={children} className="rounded-3 border border-line bg-surface">
      {t('New requests appear here by themselves, the oldest first.')}
    </EmptyState>
  )
}
