import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cn } from './cn.ts'
import { useFieldControl } from './field.tsx'
import { controlStyles } from './text-input.tsx'

/** A native list: it can be typed into, works with every screen reader and opens as a wheel on phones. */
export function Select({ className, children, ...props }: ComponentProps<'select'>) {
  const control = useFieldControl()
  return (
    <div className={cn('relative', className)}>
      <select {...control} {...props} className={cn(controlStyles, 'appearance-none truncate ps-3 pe-10')}>
        {children}
      </select>
      <ChevronDown
        aria-hidden="true"
        size={18}
        className="pointer-events-none absolute inset-y-0 end-3 my-auto text-ink-2"
      />
    </div>
  )
}
