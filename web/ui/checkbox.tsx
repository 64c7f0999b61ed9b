import { Check } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from './cn.ts'

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  /** Without visible children the box needs an aria-label. */
  children?: ReactNode
}

export function Checkbox({ className, children, ...props }: CheckboxProps) {
  return (
    <label
      className={cn(
        'inline-flex min-h-6 min-w-6 items-start gap-2.5 pointer-coarse:py-2.5 has-disabled:text-ink-3',
        className,
      )}
    >
      <span className="relative grid h-6 flex-none place-items-center">
        <input
          type="checkbox"
          {...props}
          className="peer size-5 appearance-none rounded-1 border border-line-strong bg-surface checked:border-brand checked:bg-brand disabled:bg-sunken aria-invalid:border-bad"
        />
        <Check
          aria-hidden="true"
          size={14}
          className="pointer-events-none absolute inset-0 m-auto stroke-3 text-on-brand opacity-0 peer-checked:opacity-100"
        />
      </span>
      {children}
    </label>
  )
}
