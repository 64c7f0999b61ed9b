import type { ComponentProps } from 'react'
import { cn } from './cn.ts'

interface PersonNameProps extends ComponentProps<'bdi'> {
  children: string
  /** One line, which is cut where there is no room for it: at the end of the way it is read, so that the first name stays. */
  isCut?: boolean
}

/** A name that is read in its own direction, and does not turn what stands beside it. */
export function PersonName({ isCut = false, className, children, ...props }: PersonNameProps) {
  return (
    <bdi {...props} className={cn(isCut && 'block w-fit max-w-full min-w-0 truncate', className)}>
      {children}
    </bdi>
  )
}
