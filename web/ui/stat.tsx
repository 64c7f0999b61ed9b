import type { ReactNode } from 'react'
import { cn } from './cn.ts'

interface StatProps {
  label: ReactNode
  children: ReactNode
  note?: ReactNode
  size?: 'md' | 'lg' | undefined
  className?: string | undefined
}

/** A figure under its name, inside a <dl>. */
export function Stat({ label, children, note, size = 'md', className }: StatProps) {
  return (
    <div className={cn('grid content-start', className)}>
      <dt className="text-sm text-ink-2">{label}</dt>
      <dd className={size === 'lg' ? 'text-3xl font-semibold tracking-[-0.02em]' : 'text-[1.25rem]/7 font-semibold'}>
        {children}
      </dd>
      {note != null && <dd className="text-sm text-ink-3">{note}</dd>}
    </div>
  )
}
