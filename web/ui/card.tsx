import type { ComponentProps, ReactNode } from 'react'
import { cn } from './cn.ts'

interface CardProps extends Omit<ComponentProps<'section'>, 'title'> {
  title?: ReactNode
  /** A link or a badge at the end of the title's line. */
  aside?: ReactNode
  /** Off for tables and lists that reach the edges. */
  padded?: boolean | undefined
}

export function Card({ title, aside, padded = true, className, children, ...props }: CardProps) {
  return (
    <section
      {...props}
      className={cn('relative min-w-0 rounded-3 border border-line bg-surface', padded && 'p-5 sm:p-6', className)}
    >
      {title != null && (
        <CardHeader title={title} aside={aside} className={padded ? 'mb-4 [.grid>&]:mb-0' : 'px-5 pt-4 pb-3'} />
      )}
      {children}
    </section>
  )
}

interface CardHeaderProps {
  title: ReactNode
  aside?: ReactNode
  className?: string | undefined
}

export function CardHeader({ title, aside, className }: CardHeaderProps) {
  return (
    <div className={cn('flex flex-wrap items-center justify-between gap-x-4 gap-y-2', className)}>
      <h2 className="text-lg font-semibold">{title}</h2>
      {aside}
    </div>
  )
}

/** The small line above a figure or a name. */
export function Eyebrow({ className, ...props }: ComponentProps<'p'>) {
  return <p {...props} className={cn('flex items-center gap-2 text-sm font-medium text-ink-2', className)} />
}
