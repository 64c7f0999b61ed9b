import type { ReactNode } from 'react'
import { cn } from './cn.ts'

/** The main action of a page: a bar at the bottom of a phone, clear of its edge; an ordinary row on wider screens. */
export function ActionBar({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return (
    <div
      className={cn(
        'flex items-center gap-3',
        'max-sm:sticky max-sm:bottom-0 max-sm:z-30 max-sm:-mx-4 max-sm:border-t max-sm:border-line max-sm:bg-surface max-sm:px-4 max-sm:pt-3 max-sm:pb-[calc(0.75rem+env(safe-area-inset-bottom))]',
        className,
      )}
    >
      {children}
    </div>
  )
}
