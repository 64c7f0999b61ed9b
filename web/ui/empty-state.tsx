import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from './cn.ts'

interface EmptyStateProps {
  title: ReactNode
  children?: ReactNode
  icon?: LucideIcon | undefined
  /** The next step, if there is one. */
  action?: ReactNode
  className?: string | undefined
}

export function EmptyState({ title, children, icon: Icon, action, className }: EmptyStateProps) {
  return (
    <div className={cn('grid justify-items-center gap-2 px-4 py-10 text-center', className)}>
      {Icon && <Icon aria-hidden="true" size={28} className="mb-1 text-ink-3" />}
      <p className="font-semibold">{title}</p>
      {children != null && <p className="max-w-reading text-sm text-ink-2">{children}</p>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  )
}
