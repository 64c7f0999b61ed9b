import type { ComponentProps } from 'react'
import { cn } from './cn.ts'
import { useFieldControl } from './field.tsx'
import { controlStyles } from './text-input.tsx'

export function Textarea({ className, rows = 3, ...props }: ComponentProps<'textarea'>) {
  const control = useFieldControl()
  return (
    <textarea
      rows={rows}
      {...control}
      {...props}
      className={cn(controlStyles, 'field-sizing-content h-auto max-h-72 min-h-24 resize-y px-3 py-2', className)}
    />
  )
}
