import type { ComponentProps } from 'react'
import { cn } from './cn.ts'

interface PersonNameProps extends ComponentProps<'bdi'> {
  children: string
  /** Keeps the name on one line and cuts its end if there is no room, so that the first name stays. */
  isCut?: boolean
}

/** A name in its own text direction, which does not change the direction of the text beside it. */
export function PersonName({ isCut = false, className, children, ...props }: PersonNameProps) {
  return (
    <bdi {...props} className={cn(isCut && 'block w-fit max-w-full min-w-0 truncate', className)}>
      {children}
    </bdi>
  )
}
