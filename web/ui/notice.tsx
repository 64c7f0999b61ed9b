import { Check, CircleAlert, Info, TriangleAlert, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from './cn.ts'

interface NoticeProps {
  tone?: keyof typeof looks | undefined
  title?: ReactNode
  children?: ReactNode
  /** A button or a link. */
  action?: ReactNode
  icon?: LucideIcon | undefined
  /**
   * Makes screen readers announce the notice when it appears: 'alert' at once, 'status' at the next pause. Leave it out
   * for a text that is always there.
   */
  role?: 'alert' | 'status' | undefined
  className?: string | undefined
}

export function Notice({ tone = 'info', title, children, action, icon, role, className }: NoticeProps) {
  const look = looks[tone]
  const Icon = icon ?? look.icon
  return (
    <div role={role} data-tone={tone} className={cn('flex gap-2.5 rounded-2 p-3 text-sm', look.className, className)}>
      <Icon aria-hidden="true" size={20} className="mt-px" />
      <div className="min-w-0 flex-1">
        {title != null && <strong className="font-semibold">{title} </strong>}
        {children}
        {action && <div className="mt-2">{action}</div>}
      </div>
    </div>
  )
}

const looks = {
  info: { icon: Info, className: 'bg-brand-soft text-on-brand-soft' },
  ok: { icon: Check, className: 'bg-ok-soft text-ok' },
  warn: { icon: TriangleAlert, className: 'bg-wait-soft text-wait' },
  bad: { icon: CircleAlert, className: 'bg-bad-soft text-bad' },
} satisfies Record<string, { icon: LucideIcon; className: string }>
